// SPDX-License-Identifier: MIT
#pragma once
/// Where calls with invalid arguments end.
#include <tactus/math/export.h>

#include <string>

namespace tactus {

/// Throws std::invalid_argument with that text, after calling the handler, if there is one. No header of tactus
/// contains a throw, so that all of them compile with -fno-exceptions. In a program compiled that way, an exception
/// ends in std::terminate, which prints the text; set a handler for any other behaviour.
[[noreturn]] TACTUS_API void refuse(const std::string& message);

/// The handler is called with the text of every refusal, on the calling thread. It may end the program, or jump out of
/// the call; if it returns, the exception is thrown. Null, the initial value: no handler. Returns the previous handler.
using RefusalHandler = void (*)(const char* message);
/// Sets the handler for all threads and returns the one before.
TACTUS_API RefusalHandler set_refusal_handler(RefusalHandler handler);

}  // namespace tactus
