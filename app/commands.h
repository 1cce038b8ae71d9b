// SPDX-License-Identifier: MIT
#pragma once
/// The commands of `tactus`. Each adds itself to the program. Invalid input throws std::invalid_argument (exit status 2);
/// any other exception gives exit status 1.
#include <app/command.h>

namespace tactus::app {

void add_simulate(Command tactus);
void add_scene(Command tactus);
void add_query(Command tactus);
void add_shapes(Command tactus);
void add_mesh(Command tactus);
void add_decompose(Command tactus);

}  // namespace tactus::app
