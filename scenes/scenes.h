// SPDX-License-Identifier: MIT
#pragma once
/// Scenes by name. Each is made from a size (the number of bodies, floors or shots, see its description) and a seed;
/// the same two give the same scene, number for number, on every system.
#include <scenes/scene.h>

#include <cstdint>
#include <span>
#include <string_view>

namespace tactus::scenes {

/// `size` bodies of every kind fall into a pit.
Scene pile(int size, std::uint64_t seed);
/// `size` unit cubes, one on the other.
Scene stack(int size, std::uint64_t seed);
/// A ball flies into a wall of `size` courses.
Scene wall(int size, std::uint64_t seed);
/// `size` dominoes in a row that bends; a ball topples the first.
Scene dominoes(int size, std::uint64_t seed);
/// `size` cubes near the top of a slope, from ice to rubber.
Scene wedge(int size, std::uint64_t seed);
/// `size` bodies of every kind run through a funnel.
Scene funnel(int size, std::uint64_t seed);
/// `size` shots at boxes and at a thin plate; none passes through.
Scene bullets(int size, std::uint64_t seed);
/// `size` bodies of each kind of shape.
Scene every_shape(int size, std::uint64_t seed);
/// A house of cards of `size` levels.
Scene card_house(int size, std::uint64_t seed);
/// `size` bodies, compounds among them, fall on hills and a stone arch.
Scene terrain(int size, std::uint64_t seed);

/// One of the functions above, for programs that take its name.
struct NamedScene {
  std::string_view name;  // of the function
  std::string_view description;  // half a sentence, in which "that many" stands for the size
  int default_size;  // what the program `tactus` takes if no size is given
  /// The function itself.
  Scene (*make)(int size, std::uint64_t seed);
};

/// All scenes, in the order in which they are listed to users.
std::span<const NamedScene> named_scenes();
/// The scene of that name. Null if there is no scene of that name.
const NamedScene* find_scene(std::string_view name);
/// Their names, in the same order.
std::vector<std::string_view> scene_names();

}  // namespace tactus::scenes
