// SPDX-License-Identifier: MIT
#include <app/command.h>
#include <io/suggest.h>
#include <tactus/version.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <stdexcept>

namespace tactus::app {

namespace {

/// Empty, or what is wrong with a number of seconds.
std::string check_seconds(const std::string& text) {
  double seconds = 0;
  const bool number = CLI::detail::lexical_cast(text, seconds);
  return number && seconds >= 0 && std::isfinite(seconds) ? "" : text + ": a number of seconds, 0 or more, is required";
}

/// Suggests a command if the word is not one.
void check_command(const CLI::App& program, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return;
  std::vector<std::string> known;
  for (const CLI::App* command : program.get_subcommands({})) known.push_back(command->get_name());
  for (const std::string& name : known)
    if (name == argv[1]) return;
  throw std::invalid_argument("there is no command '" + std::string(argv[1]) + "'" + io::suggestion(argv[1], known));
}

/// Returns the exit status of the parser's own errors; all other errors are thrown.
int parse_and_run(CLI::App& program, int argc, char** argv) {
  if (!program.get_subcommands({}).empty()) {
    program.require_subcommand(1);
    check_command(program, argc, argv);
  }
  try {
    program.parse(argc, argv);
    return 0;
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? 0 : 2;
  }
}

}  // namespace

Option& Option::required() { return option_->required(), *this; }
Option& Option::show_default() { return option_->capture_default_str(), *this; }
Option& Option::values(int count) { return option_->expected(count), *this; }
Option& Option::range(int least, int most) { return option_->check(CLI::Range(least, most)), *this; }
Option& Option::not_negative() { return option_->check(CLI::NonNegativeNumber), *this; }
Option& Option::seconds() { return option_->check(CLI::Validator(check_seconds, "0 OR MORE")), *this; }
Option& Option::one_of(const std::vector<std::string>& words) { return option_->check(CLI::IsMember(words)), *this; }

Command Command::command(const std::string& name, const std::string& what) {
  return Command(command_->add_subcommand(name, what));
}
template <class T> Option Command::option(const std::string& name, T& value, const std::string& what) {
  return Option(command_->add_option(name, value, what));
}
template Option Command::option(const std::string&, std::string&, const std::string&);
template Option Command::option(const std::string&, int&, const std::string&);
template Option Command::option(const std::string&, double&, const std::string&);
template Option Command::option(const std::string&, std::uint64_t&, const std::string&);
template Option Command::option(const std::string&, std::vector<std::string>&, const std::string&);
template Option Command::option(const std::string&, std::vector<std::size_t>&, const std::string&);
void Command::flag(const std::string& name, bool& value, const std::string& what) {
  command_->add_flag(name, value, what);
}
void Command::footer(const std::string& text) { command_->footer(text); }
void Command::run(const std::function<void()>& action) { command_->callback(action); }

int run_program(const std::string& name, const std::string& what, int argc, char** argv,
                const std::function<void(Command)>& add_options) try {
  CLI::App program(what, name);
  program.set_version_flag("--version", std::string(version));
  add_options(Command(&program));
  return parse_and_run(program, argc, argv);
} catch (const std::invalid_argument& error) {  // includes io::BadInput
  std::fprintf(stderr, "tactus: %s\n", error.what());
  return 2;
} catch (const std::exception& error) {
  std::fprintf(stderr, "tactus: %s\n", error.what());
  return 1;
}

}  // namespace tactus::app
