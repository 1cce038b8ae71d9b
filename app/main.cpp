// SPDX-License-Identifier: MIT
/// `tactus`: the features of the library on the command line.
#include <app/commands.h>

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <string_view>

namespace {

/// The lab is a separate program beside this one, because most users do not need it, and it takes minutes to compile.
/// Returns only if the lab is not built.
int run_lab(char** arguments) {
  std::error_code unknown;
  std::filesystem::path here = std::filesystem::read_symlink("/proc/self/exe", unknown);  // Linux
  if (unknown) here = std::filesystem::absolute(arguments[0]);
  execv((here.parent_path() / "tactus-lab").c_str(), arguments + 1);
  std::fprintf(stderr, "tactus: the lab is not built; this builds it: cmake --build %s --target tactus_lab_app\n",
               here.parent_path().parent_path().c_str());
  return 1;
}

void add_commands(tactus::app::Command tactus) {
  tactus.footer("tactus COMMAND --help has details and an example.");
  tactus::app::add_simulate(tactus);
  tactus::app::add_scene(tactus);
  tactus::app::add_query(tactus);
  tactus::app::add_shapes(tactus);
  tactus::app::add_mesh(tactus);
  tactus::app::add_decompose(tactus);
  tactus.command("lab", "the papers' experiments, run again: their numbers beside ours");  // run_lab
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "lab") return run_lab(argv);
  return tactus::app::run_program("tactus", "Collision detection for convex shapes, with a proof in every answer.",
                                  argc, argv, add_commands);
}
