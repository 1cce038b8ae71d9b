#pragma once
/// The commands of `tactus`. Each adds itself to the command line; what it does ends in an exit code: 0, 1 for a failure,
/// 2 for input that makes no sense. (A Failure is thrown for 1, std::invalid_argument for 2.)
#include <CLI/CLI.hpp>

#include <stdexcept>

namespace tactus::app {

struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

void add_simulate(CLI::App& tactus);
void add_scene(CLI::App& tactus);
void add_query(CLI::App& tactus);
void add_shapes(CLI::App& tactus);

}  // namespace tactus::app
