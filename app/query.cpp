// SPDX-License-Identifier: MIT
/// `tactus query`: one query on two bodies.
#include <app/answers_json.h>
#include <app/commands.h>
#include <app/names.h>
#include <app/query_words.h>
#include <io/scene_json.h>
#include <io/steps_json.h>
#include <tactus/narrow/algorithms/refusal.h>
#include <tactus/world/body.h>

#include <iostream>
#include <memory>

namespace tactus::app {

namespace {

struct QueryOptions {
  std::string file, a, b, pose_a = "{}", pose_b = "{}", velocity_a = "[0, 0, 0]", velocity_b = "[0, 0, 0]";
  std::string what = "contact", method;
  double tolerance = default_tolerance<double>;
  bool as_json = false, trace = false;
};

/// The bodies of the options as a scene. Each option is parsed alone first, so that an error such as a missing bracket
/// names the right option.
scenes::Scene bodies_of_options(const QueryOptions& o) {
  const auto body = [](const char* suffix, const std::string& shape, const std::string& pose,
                       const std::string& velocity) {
    io::parse_json(shape, std::string("--") + suffix);
    io::parse_json(pose, std::string("--pose-") + suffix);
    io::parse_json(velocity, std::string("--velocity-") + suffix);
    return "{\"shape\": " + shape + ",\n \"pose\": " + pose + ",\n \"velocity\": " + velocity +
           ", \"motion\": \"kinematic\"}";
  };
  const std::string bodies = body("a", o.a, o.pose_a, o.velocity_a) + ",\n" + body("b", o.b, o.pose_b, o.velocity_b);
  try {
    return io::scene_from_json("{\"format\": \"tactus scene\", \"version\": 1, \"bodies\": [\n" + bodies + "]}",
                               "arguments");
  } catch (const io::BadInput& error) {
    throw std::invalid_argument(with_option_name(error));
  }
}

/// The two bodies as a scene: so files and arguments are checked by the same code, which reports the place of an error.
scenes::Scene bodies_of(const QueryOptions& o) {
  scenes::Scene scene;
  if (!o.file.empty()) {
    scene = io::read_scene(o.file);
  } else {
    if (o.a.empty() || o.b.empty()) throw std::invalid_argument("query: needs two shapes, --a and --b, or a file");
    scene = bodies_of_options(o);
  }
  if (scene.bodies.size() != 2)
    throw std::invalid_argument("query: " + o.file + " has " + std::to_string(scene.bodies.size()) +
                                " bodies; it must have two");
  return scene;
}

std::ostream& operator<<(std::ostream& os, const Manifold<double>& m) {
  os << m.status << ", " << m.count << " points along " << m.normal;
  for (const ContactPoint<double>& p : m) os << "\n  " << p.distance << " at " << p.position;
  return os;
}

template <class Answer> void print(const Answer& answer, bool as_json) {
  if (as_json) {
    std::cout << json(answer) << '\n';
  } else {
    std::cout << answer << '\n';
  }
}

void print(const Contact<double>& answer, bool as_json, bool measures_depth, const std::string& who) {
  std::cout << (as_json ? json(answer) : words_of(answer, measures_depth, who)) << '\n';
}

Contact<double> by_method(const std::string& name, const std::string& what, const scenes::SceneBody& a,
                          const scenes::SceneBody& b, const Options<double>& options) {
  const narrow::Algorithm<double> method = method_named(name);
  const auto query = what == "distance" ? method.distance : method.contact;
  if (what != "distance" && what != "contact")
    throw std::invalid_argument("--method is for --what contact and --what distance, not for " + what);
  if (!query) {
    const bool another = what == "contact" ? method.distance != nullptr : method.contact != nullptr;
    const std::string other = what == "contact" ? "distance" : "contact";
    throw std::invalid_argument("--method " + name + " does not answer " + what + "; " +
                                (another ? "it answers " + other + ": add --what " + other
                                         : std::string("it only says whether the shapes touch: see --trace")));
  }
  if (!method.accepts(a.shape, b.shape))
    throw std::invalid_argument("--method: " + narrow::refusal(method, a.shape, b.shape));
  Contact<double> c = query(a.shape, b.shape, relative(a.pose, b.pose), options, nullptr);
  narrow::move_to_world(c, a.pose, b.pose, b.shape.bounded() ? b.shape.origin_radius() : 0.0, 0.0);
  return c;
}

/// The steps of an algorithm, in A's frame.
void print_steps(const QueryOptions& o, const scenes::SceneBody& a, const scenes::SceneBody& b,
                 const Options<double>& options) {
  if (o.method.empty()) throw std::invalid_argument("--trace needs --method");
  method_named(o.method);  // a misspelt name gets a suggestion
  const narrow::Steps<double> run = narrow::steps(o.method, a.shape, b.shape, relative(a.pose, b.pose), options);
  if (o.as_json) {
    std::cout << to_text(io::steps_to_json(run)) << '\n';
    return;
  }
  for (std::size_t i = 0; i < run.steps.size(); ++i)
    std::cout << i + 1 << ' ' << run.steps[i].stage << ": " << run.steps[i].words << '\n';
  if (run.question == "intersects") {  // the answer has no distance
    std::cout << run.answer.status << '\n';
    return;
  }
  print(run.answer, false, run.question != "distance", o.method);
}

Motion<double> motion_of(const scenes::SceneBody& body) {
  const Vec3<double> center = body.nonconvex ? body.nonconvex.aabb().center() : body.shape.center();
  return {body.pose, body.velocity, body.angular_velocity, center};
}

/// Bodies that are not convex: the answers name the pieces, and manifolds are a list, one for each pair of pieces.
void ask_pieces(const QueryOptions& o, const scenes::SceneBody& a, const scenes::SceneBody& b,
                const Options<double>& options) {
  if (o.trace || !o.method.empty()) throw std::invalid_argument("--method and --trace need two convex shapes");
  const auto say_pieces = [](const auto& answer) {
    std::cout << "piece " << answer.piece_a << " of a, piece " << answer.piece_b << " of b\n";
  };
  const auto one = [&](const auto& answer) {
    if (!o.as_json) say_pieces(answer);
    print(answer, o.as_json);
  };
  tactus::detail::with_shapes<void>(a, b, [&](const auto& in_a, const auto& in_b) {
    if constexpr (pieces::SomePieced<std::remove_cvref_t<decltype(in_a)>, std::remove_cvref_t<decltype(in_b)>>) {
      if (o.what == "contact") return one(contact(in_a, a.pose, in_b, b.pose, options));
      if (o.what == "distance") return one(distance(in_a, a.pose, in_b, b.pose, options));
      if (o.what == "impact") return one(time_of_impact(in_a, motion_of(a), in_b, motion_of(b), options));
      Options<double> touching = options;
      touching.max_distance = 0;
      for (const auto& m : manifolds(in_a, a.pose, in_b, b.pose, touching)) {
        if (!o.as_json) say_pieces(m);
        print(m.manifold, o.as_json);
      }
    }
  });
}

void ask(const QueryOptions& o) {
  const scenes::Scene scene = bodies_of(o);
  const scenes::SceneBody &a = scene.bodies[0], &b = scene.bodies[1];
  const Options<double> options{.tolerance = o.tolerance};
  if (!is_valid(options)) throw std::invalid_argument("--tolerance: must be from 0 to 1");
  std::cout.precision(17);
  if (a.nonconvex || b.nonconvex) return ask_pieces(o, a, b, options);
  if (o.trace) return print_steps(o, a, b, options);
  const bool measures_depth = o.what != "distance";
  if (!o.method.empty()) return print(by_method(o.method, o.what, a, b, options), o.as_json, measures_depth, o.method);
  const auto print_contact = [&](const Contact<double>& c) { print(c, o.as_json, measures_depth, "distance"); };
  if (o.what == "contact") return print_contact(contact(a.shape, a.pose, b.shape, b.pose, options));
  if (o.what == "distance") return print_contact(distance(a.shape, a.pose, b.shape, b.pose, options));
  if (o.what == "manifold") {
    Options<double> touching = options;
    touching.max_distance = 0;
    return print(manifold(a.shape, a.pose, b.shape, b.pose, touching), o.as_json);
  }
  print(time_of_impact(a.shape, motion_of(a), b.shape, motion_of(b), options), o.as_json);
}

}  // namespace

void add_query(Command tactus) {
  auto options = std::make_shared<QueryOptions>();
  Command command = tactus.command("query", "contact, distance, manifold or time of impact of two bodies");
  command.option("file", options->file, "a scene of two bodies");
  command.option("--a", options->a, "the first shape, as in a scene's file");
  command.option("--b", options->b, "the second shape");
  command.option("--pose-a", options->pose_a, "the pose of the first, as in a scene's file");
  command.option("--pose-b", options->pose_b, "the pose of the second");
  command.option("--velocity-a", options->velocity_a,
                 "velocity of the first, for --what impact: looks one second ahead");
  command.option("--velocity-b", options->velocity_b, "the velocity of the second");
  command.option("--what", options->what, "contact, distance, manifold or impact")
      .one_of({"contact", "distance", "manifold", "impact"})
      .show_default();
  command.option("--method", options->method, "an algorithm by name, for contact and distance: " + method_names());
  command.option("--tolerance", options->tolerance, "relative to the size of the pair").show_default();
  command.flag(
      "--trace", options->trace,
      "prints every step of the --method, in the frame of the first body; ignores --what: the method's most complete "
      "query is traced");
  command.flag("--json", options->as_json, "prints JSON, for programs");
  command.footer(
      "Example: tactus query --a '{\"box\": {\"half\": [1, 1, 1]}}' --b '{\"sphere\": {\"radius\": 1}}' "
      "--pose-b '{\"position\": [3, 0, 0]}'\nShapes and poses: docs/scene_format.md.");
  command.run([options] { ask(*options); });
}

}  // namespace tactus::app
