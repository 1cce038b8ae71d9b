#pragma once
/// The commands of `tactus`. Each adds itself to the command line. Input that makes no sense throws
/// std::invalid_argument, and the exit code is 2; after any other exception it is 1.
#include <CLI/CLI.hpp>

namespace tactus::app {

void add_simulate(CLI::App& tactus);
void add_scene(CLI::App& tactus);
void add_query(CLI::App& tactus);
void add_shapes(CLI::App& tactus);
void add_mesh(CLI::App& tactus);
void add_decompose(CLI::App& tactus);
void add_lab(CLI::App& tactus);

}  // namespace tactus::app
