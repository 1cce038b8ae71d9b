// SPDX-License-Identifier: MIT
/// `tactus scene`: all contacts of a scene at its initial poses.
#include <app/answers_json.h>
#include <app/commands.h>
#include <app/names.h>
#include <io/scene_json.h>
#include <tactus/world/world.h>

#include <cstdio>
#include <iostream>
#include <memory>

namespace tactus::app {

namespace {

struct SceneOptions {
  std::string scene, format = "table", save;
  int bodies = 0;
  std::uint64_t seed = 1;
  double margin = 0;
};

/// Bodies keep their numbers: a new world numbers them in order.
World<double> world_of(const scenes::Scene& scene, double margin, const std::string& name) {
  WorldOptions<double> options{.narrow = scene.world.narrow<double>(), .broad = scene.world.broad};
  options.points = scene.world.points;
  if (!scene.world.method.empty()) options.method = method_named(scene.world.method, name + ": /world/method");
  World<double> world(options);
  for (const scenes::SceneBody& body : scene.bodies)
    world.add({.shape = body.shape,
               .pose = body.pose,
               .is_static = body.motion == scenes::MotionKind::fixed,
               .kinematic = body.motion == scenes::MotionKind::kinematic,
               .margin = margin / 2,
               .nonconvex = body.nonconvex});
  world.update();
  return world;
}

void print_table(const World<double>& world) {
  std::printf("%6s %6s %13s %13s %13s  %-28s %s\n", "a", "b", "distance", "lower", "upper", "normal", "points");
  for (const auto& c : world.contacts())
    std::printf("%6u %6u %13.6g %13.6g %13.6g  (%8.5f, %8.5f, %8.5f) %d\n", c.a.slot, c.b.slot, c.contact.distance,
                c.contact.lower, c.contact.upper, c.contact.normal.x, c.contact.normal.y, c.contact.normal.z,
                c.points.count);
  std::printf("%zu contacts\n", world.contacts().size());
}
void print_csv(const World<double>& world) {
  std::cout << "a,b,status,distance,lower,upper,normal_x,normal_y,normal_z,points\n";
  for (const auto& c : world.contacts())
    std::cout << c.a.slot << ',' << c.b.slot << ',' << c.contact.status << ',' << number(c.contact.distance) << ','
              << number(c.contact.lower) << ',' << number(c.contact.upper) << ',' << number(c.contact.normal.x) << ','
              << number(c.contact.normal.y) << ',' << number(c.contact.normal.z) << ',' << c.points.count << '\n';
}
void print_json(const World<double>& world) {
  std::cout << '[';
  const char* separator = "\n";
  for (const auto& c : world.contacts()) {
    std::cout << separator << " {\"a\": " << c.a.slot << ", \"b\": " << c.b.slot << ", \"contact\": " << json(c.contact)
              << '}';
    separator = ",\n";
  }
  std::cout << "\n]\n";
}

}  // namespace

void add_scene(Command tactus) {
  auto options = std::make_shared<SceneOptions>();
  Command command = tactus.command("scene", "all contacts of a scene at its initial poses");
  command.option("scene", options->scene, "a JSON file, or a scene's name").required();
  command.option("--bodies", options->bodies, "the size of a named scene; 0: its default");
  command.option("--seed", options->seed, "of a named scene");
  command.option("--margin", options->margin, "also report gaps up to this").not_negative();
  command.option("--format", options->format, "table, csv or json").one_of({"table", "csv", "json"}).show_default();
  command.option("--save", options->save, "write the scene itself to this JSON file");
  command.footer("Example: tactus scene card_house --format csv");
  command.run([options] {
    const scenes::Scene scene = scene_named(options->scene, options->bodies, options->seed);
    if (!options->save.empty()) io::write_scene(options->save, scene);
    const World<double> world = world_of(scene, options->margin, options->scene);
    if (options->format == "table") return print_table(world);
    options->format == "csv" ? print_csv(world) : print_json(world);
  });
}

}  // namespace tactus::app
