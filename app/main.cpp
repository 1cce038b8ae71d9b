// SPDX-License-Identifier: MIT
/// `tactus`: the features of the library on the command line.
#include <app/commands.h>
#include <io/suggest.h>
#include <tactus/version.h>

#include <cstdio>

namespace {

/// Suggests a command if the word is not one.
void check_command(const CLI::App& tactus, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return;
  std::vector<std::string> known;
  for (const CLI::App* command : tactus.get_subcommands({})) known.push_back(command->get_name());
  for (const std::string& name : known)
    if (name == argv[1]) return;
  throw std::invalid_argument("there is no command '" + std::string(argv[1]) + "'" +
                              tactus::io::suggestion(argv[1], known));
}

/// Returns the exit code of the command-line parser's own errors; all other errors are thrown.
int run(int argc, char** argv) {
  CLI::App tactus("Collision detection for convex shapes, with a proof in every answer.", "tactus");
  tactus.set_version_flag("--version", std::string(tactus::version));
  tactus.require_subcommand(1);
  tactus.footer("tactus COMMAND --help has details and an example.");
  tactus::app::add_simulate(tactus);
  tactus::app::add_scene(tactus);
  tactus::app::add_query(tactus);
  tactus::app::add_shapes(tactus);
  tactus::app::add_mesh(tactus);
  tactus::app::add_decompose(tactus);
  tactus::app::add_lab(tactus);
  check_command(tactus, argc, argv);
  try {
    tactus.parse(argc, argv);
    return 0;
  } catch (const CLI::ParseError& error) {
    return tactus.exit(error) == 0 ? 0 : 2;
  }
}

}  // namespace

int main(int argc, char** argv) try {
  return run(argc, argv);
} catch (const std::invalid_argument& error) {  // includes io::BadInput
  std::fprintf(stderr, "tactus: %s\n", error.what());
  return 2;
} catch (const std::exception& error) {
  std::fprintf(stderr, "tactus: %s\n", error.what());
  return 1;
}
