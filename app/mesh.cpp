// SPDX-License-Identifier: MIT
/// `tactus mesh` and `tactus decompose`: what is in a mesh file, and the hulls that cover it.
#include <app/commands.h>
#include <app/progress.h>
#include <io/decomposition_json.h>
#include <io/mesh_file.h>

#include <chrono>
#include <iostream>
#include <memory>

namespace tactus::app {
namespace {

struct MeshOptions {
  std::string file, out;
  io::MeshFileOptions reading;
  double foreign_mebibytes = static_cast<double>(io::MeshFileOptions{}.foreign_memory >> 20);
  DecomposeOptions cutting;
  bool as_json = false;
};

void add_reading_options(Command command, MeshOptions& o) {
  command.option("FILE", o.file, "a mesh: .stl, .obj, .ply, .gltf, .glb or .dae").required();
  command.option("--scale", o.reading.scale, "multiply all lengths of the file by this");
  command.option("--axes", o.reading.axes, "new x, y and z as axes of the file: x-zy turns y-up into z-up");
  command.option("--weld", o.reading.weld, "vertices within this distance become one; 0: only equal ones");
  command.option("--seconds", o.reading.foreign_seconds, "how long assimp may take for glTF and DAE");
  command.option("--memory", o.foreign_mebibytes, "how many MiB assimp may use for glTF and DAE");
  command.flag("--json", o.as_json, "the answer as JSON");
}

io::MeshFile read(MeshOptions& o) {
  if (!(o.foreign_mebibytes >= 0 && o.foreign_mebibytes <= 1e6))
    throw std::invalid_argument("--memory: a number of MiB from 0 to 1e6 is required");
  o.reading.foreign_memory = static_cast<std::size_t>(o.foreign_mebibytes * (1 << 20));
  return io::read_mesh(o.file, o.reading);
}

void report(MeshOptions& o) {
  const io::MeshFile file = read(o);
  std::cout << (o.as_json ? io::to_text(io::to_json(file.report)) + "\n" : io::to_words(file.report));
  if (!o.out.empty()) io::write_mesh(o.out, file.mesh);
}

void print(const Decomposition& d, double seconds, bool as_json) {
  std::size_t vertices = 0;
  for (const auto& hull : d.pieces) vertices += hull.vertex_count();
  const double excess = d.solid_volume > 0 ? 100 * (d.pieces_volume / d.solid_volume - 1) : 0.0;
  if (as_json) {
    std::cout << io::to_text(io::JsonValue::Object{{"pieces", static_cast<double>(d.pieces.size())},
                                                   {"vertices", static_cast<double>(vertices)},
                                                   {"concavity", d.concavity},
                                                   {"concavity_lower", d.concavity_lower},
                                                   {"cover", d.cover},
                                                   {"solid", d.solid},
                                                   {"reached", d.reached},
                                                   {"stopped", d.stopped},
                                                   {"solid_volume", d.solid_volume},
                                                   {"pieces_volume", d.pieces_volume},
                                                   {"seconds", seconds}})
              << '\n';
    return;
  }
  std::cout << "pieces       " << d.pieces.size() << ", " << vertices << " vertices\n";
  std::cout << "concavity    ";
  if (d.solid) {
    std::cout << "at most " << d.concavity << ", at least " << d.concavity_lower << '\n';
  } else {
    std::cout << "about " << d.concavity << "; the surface is not closed, so this is best effort and no bound\n";
  }
  std::cout << "volume       " << d.pieces_volume << ", the solid's " << d.solid_volume << " (" << excess
            << " % more; overlaps count twice)\n";
  if (!d.reached) std::cout << "note         the requested concavity is not reached\n";
  if (d.stopped) std::cout << "note         stopped before its end\n";
  std::cout << "seconds      " << seconds << '\n';
}

void cut(MeshOptions& o) {
  const io::MeshFile file = read(o);
  stop_on_interrupt();
  Progress progress;
  std::stop_source stop;
  o.cutting.stop = stop.get_token();
  o.cutting.remaining = [&](double left) {
    if (interrupted()) stop.request_stop();
    progress.tell(1 - left, "decomposing");
  };
  const auto begun = std::chrono::steady_clock::now();
  const Decomposition d = decompose(file.mesh, o.cutting);
  progress.end();
  if (!o.out.empty()) io::write_decomposition(o.out, d);
  print(d, std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count(), o.as_json);
}

}  // namespace

void add_mesh(Command tactus) {
  const auto options = std::make_shared<MeshOptions>();
  Command command = tactus.command("mesh", "what is in a mesh file: size, holes, flipped and other bad edges");
  add_reading_options(command, *options);
  command.option("-o,--out", options->out, "the cleaned mesh as .obj, .stl or .ply");
  command.footer("Example: tactus mesh part.stl --scale 0.001 --weld 1e-6");
  command.run([options] { report(*options); });
}

void add_decompose(Command tactus) {
  const auto options = std::make_shared<MeshOptions>();
  Command command = tactus.command("decompose", "a mesh as convex hulls that cover it");
  add_reading_options(command, *options);
  command.option("-o,--out", options->out, "the pieces as .json (lossless) or .obj");
  command.option("--concavity", options->cutting.concavity, "how far pieces may stand out; 0: 1/50 of the diagonal");
  command.option("--pieces", options->cutting.max_pieces, "the most pieces");
  command.option("--vertices", options->cutting.max_vertices, "the most vertices of a piece");
  command.option("--threads", options->cutting.threads, "0: one per core; the result is the same");
  command.footer("Example: tactus decompose mug.obj --concavity 0.01 -o mug.json");
  command.run([options] { cut(*options); });
}

}  // namespace tactus::app
