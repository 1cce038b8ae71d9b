// SPDX-License-Identifier: MIT
#include <app/names.h>
#include <io/scene_json.h>
#include <io/suggest.h>
#include <scenes/scenes.h>

#include <sstream>

namespace tactus::app {

namespace {

template <class Names> std::vector<std::string> words(const Names& names) {
  return std::vector<std::string>(names.begin(), names.end());
}

}  // namespace

sim::rigid::SolverKind solver_named(const std::string& name) {
  if (const auto solver = sim::rigid::find_solver(name)) return *solver;
  throw std::invalid_argument("--solver: there is no solver '" + name + "'" +
                              io::suggestion(name, words(sim::rigid::solver_names)));
}

narrow::Algorithm<double> method_named(const std::string& name, const std::string& where) {
  if (const auto* algorithm = narrow::find_algorithm<double>(name)) return *algorithm;
  std::vector<std::string> known;
  for (const auto& algorithm : narrow::algorithms<double>()) known.emplace_back(algorithm.name);
  throw std::invalid_argument(where + ": there is no method '" + name + "'" + io::suggestion(name, known));
}

std::string method_names() {
  std::string all;
  for (const auto& algorithm : narrow::algorithms<double>()) {
    const std::string name(algorithm.name);
    all += (all.empty() ? "" : ", ") + (name.find(',') == name.npos ? name : "'" + name + "'");
  }
  return all;
}

scenes::Scene scene_named(const std::string& name, int size, std::uint64_t seed,
                          const std::vector<std::string>& others) {
  if (name.find_first_of("./") != std::string::npos) return io::read_scene(name);
  const scenes::NamedScene* named = scenes::find_scene(name);
  if (!named) {
    std::vector<std::string> known = words(scenes::scene_names());
    known.insert(known.end(), others.begin(), others.end());
    throw std::invalid_argument("there is no scene '" + name + "'" + io::suggestion(name, known) +
                                "; a file's name has a dot or a slash");
  }
  if (size < 0) throw std::invalid_argument("--bodies is " + std::to_string(size) + ": it must not be negative");
  return named->make(size == 0 ? named->default_size : size, seed);
}

std::string scene_list() {
  std::ostringstream text;
  for (const scenes::NamedScene& scene : scenes::named_scenes())
    text << "  " << scene.name << std::string(scene.name.size() < 14 ? 14 - scene.name.size() : 1, ' ')
         << scene.description << '\n';
  return text.str();
}

}  // namespace tactus::app
