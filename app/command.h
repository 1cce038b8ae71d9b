// SPDX-License-Identifier: MIT
#pragma once
/// What a command asks of the command line. The parser, CLI11, is known to command.cpp alone: it takes seconds to compile.
#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace tactus::app {

/// An option of a command. Its members set the rules for its value.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}
  Option& required();
  Option& show_default();
  /// The option takes this many values.
  Option& values(int count);
  Option& range(int least, int most);
  Option& not_negative();
  /// A finite number of seconds, 0 or more.
  Option& seconds();
  Option& one_of(const std::vector<std::string>& words);

 private:
  CLI::Option* option_;
};

/// A command, or a program as a whole: options, commands of its own, and what it does.
class Command {
 public:
  explicit Command(CLI::App* command) : command_(command) {}
  Command command(const std::string& name, const std::string& what);
  /// For std::string, int, double, std::uint64_t, and vectors of std::string and std::size_t. The value must outlive parsing.
  template <class T> Option option(const std::string& name, T& value, const std::string& what);
  void flag(const std::string& name, bool& value, const std::string& what);
  void footer(const std::string& text);
  /// Sets what the command does.
  void run(const std::function<void()>& action);

 private:
  CLI::App* command_;
};

/// Runs what the command line asks for, and prints errors. Returns the exit status: 2 if the input was invalid
/// (std::invalid_argument), 1 for any other exception.
int run_program(const std::string& name, const std::string& what, int argc, char** argv,
                const std::function<void(Command)>& add_options);

}  // namespace tactus::app
