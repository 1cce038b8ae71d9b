// SPDX-License-Identifier: MIT
#pragma once
/// Scenes by name. Each is made from a size (the number of bodies, floors or shots, see its description) and a seed;
/// the same two give the same scene, number for number, on every system.
#include <scenes/scene.h>

#include <cstdint>
#include <span>
#include <string_view>

namespace tactus::scenes {

Scene pile(int size, std::uint64_t seed);
Scene stack(int size, std::uint64_t seed);
Scene wall(int size, std::uint64_t seed);
Scene dominoes(int size, std::uint64_t seed);
Scene wedge(int size, std::uint64_t seed);
Scene funnel(int size, std::uint64_t seed);
Scene bullets(int size, std::uint64_t seed);
Scene every_shape(int size, std::uint64_t seed);
Scene card_house(int size, std::uint64_t seed);
Scene terrain(int size, std::uint64_t seed);

struct NamedScene {
  std::string_view name, description;
  int default_size;
  Scene (*make)(int size, std::uint64_t seed);
};

std::span<const NamedScene> named_scenes();
/// Null if there is no scene of that name.
const NamedScene* find_scene(std::string_view name);
std::vector<std::string_view> scene_names();

}  // namespace tactus::scenes
