// SPDX-License-Identifier: MIT
#include <scenes/scenes.h>

namespace tactus::scenes {

std::span<const NamedScene> named_scenes() {
  static constexpr NamedScene all[] = {
      {"pile", "that many bodies of every kind fall into a pit", 3000, pile},
      {"stack", "that many unit cubes, one on the other", 30, stack},
      {"wall", "a ball flies into a wall of that many courses", 10, wall},
      {"dominoes", "that many in a row that bends; a ball topples the first", 60, dominoes},
      {"wedge", "that many cubes near the top of a slope, from ice to rubber", 5, wedge},
      {"funnel", "that many bodies of every kind run through a funnel", 500, funnel},
      {"bullets", "that many shots at boxes and at a thin plate; none passes through", 20, bullets},
      {"every_shape", "that many of each kind of shape", 1, every_shape},
      {"card_house", "a house of cards of that many levels", 5, card_house},
      {"terrain", "that many bodies, compounds among them, fall on hills and a stone arch", 400, terrain},
  };
  return all;
}

const NamedScene* find_scene(std::string_view name) {
  for (const NamedScene& scene : named_scenes())
    if (scene.name == name) return &scene;
  return nullptr;
}

std::vector<std::string_view> scene_names() {
  std::vector<std::string_view> names;
  for (const NamedScene& scene : named_scenes()) names.push_back(scene.name);
  return names;
}

}  // namespace tactus::scenes
