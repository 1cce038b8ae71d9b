// SPDX-License-Identifier: MIT
#pragma once
/// Marks what a shared library of tactus exports: the templates it has compiled, and what code in headers calls.
/// Everything else is hidden (-fvisibility=hidden).
#define TACTUS_API __attribute__((visibility("default")))
