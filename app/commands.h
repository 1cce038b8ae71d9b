// SPDX-License-Identifier: MIT
#pragma once
/// The commands of `tactus`. Each adds itself to the command line. Invalid input throws std::invalid_argument (exit
/// code 2); any other exception gives exit code 1.
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
