#pragma once
/// Where calls with bad arguments end.
#include <tactus/math/export.h>

#include <string>

namespace tactus {

/// Throws std::invalid_argument with that text, after the handler has seen it, if there is one. No header of tactus
/// throws by itself, so that all of them compile with -fno-exceptions. In a program that was, an exception ends in
/// std::terminate, which prints the text; whoever wants something else there sets a handler.
[[noreturn]] TACTUS_API void refuse(const std::string& message);

/// Is called with the text of every refusal, on the thread that was refused. It may end the program, or jump out
/// of the call; where it returns, the exception is thrown. Null, as at the start: none. Returns the one before.
using RefusalHandler = void (*)(const char* message);
TACTUS_API RefusalHandler set_refusal_handler(RefusalHandler handler);

}  // namespace tactus
