// SPDX-License-Identifier: MIT
#include <io/mesh/child.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <fstream>
#include <new>

#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#define TACTUS_ADDRESS_SANITIZER
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define TACTUS_ADDRESS_SANITIZER
#endif
#endif

namespace tactus::io::mesh {
namespace {

void limit(decltype(RLIMIT_AS) what, std::size_t most) {
  const rlimit both{most, most};
  setrlimit(what, &both);
}

void set_limits(const ChildLimits& limits) {
  if (child_memory_is_limited()) {
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    limit(RLIMIT_AS, pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + limits.memory);
  }
  limit(RLIMIT_CPU, static_cast<std::size_t>(limits.seconds) + 1);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);  // it has nothing to write
}

std::string too_much_memory(const ChildLimits& limits) {
  return "needs more memory than the " + std::to_string(limits.memory) + " bytes it may use (foreign_memory)";
}

void write_all(int pipe, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t n = write(pipe, bytes.data(), bytes.size());
    if (n <= 0) return;
    bytes = bytes.subspan(static_cast<std::size_t>(n));
  }
}

/// The main function of the child. It ends without calling destructors of the parent's objects. Its answer: the
/// problem, if any, then what the work has written.
[[noreturn]] void be_the_child(int pipe, const std::function<void(ByteWriter&)>& work, const ChildLimits& limits) {
  set_limits(limits);
  for (const int signal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL}) std::signal(signal, SIG_DFL);
  ByteWriter answer;
  const auto fail = [&](const std::string& problem) { answer.clear(), answer.write(problem); };
  try {
    answer.write(std::string());
    work(answer);
  } catch (const std::bad_alloc&) {
    fail(too_much_memory(limits));
  } catch (const std::exception& error) {
    fail(error.what());
  }
  write_all(pipe, answer.bytes());
  _exit(0);
}

/// What the child writes until it closes the pipe. `late`: the child did not close it in time.
std::vector<std::byte> listen(int pipe, const ChildLimits& limits, bool& late) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(limits.seconds);
  std::vector<std::byte> said, block(1 << 16);
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    pollfd waiting{pipe, POLLIN, 0};
    const int ready = left > 0 ? poll(&waiting, 1, static_cast<int>(std::min<long long>(left, 1000))) : 0;
    if (left <= 0) return late = true, said;
    if (ready < 0 && errno != EINTR) return said;
    if (ready <= 0) continue;
    const ssize_t n = read(pipe, block.data(), block.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return said;
    if (said.size() + static_cast<std::size_t>(n) > limits.memory) return late = true, said;
    said.insert(said.end(), block.begin(), block.begin() + n);
  }
}

ChildAnswer understood(const std::vector<std::byte>& said) {
  ChildAnswer answer;
  try {
    ByteReader reader(said);
    reader.read(answer.problem);
    answer.bytes.assign(said.end() - static_cast<std::ptrdiff_t>(reader.left()), said.end());
  } catch (const BytesEnd&) {
    answer.problem = "ended before its answer was complete";
  }
  return answer;
}

}  // namespace

bool child_memory_is_limited() {
#ifdef TACTUS_ADDRESS_SANITIZER
  return false;
#else
  return true;
#endif
}

ChildAnswer ask_child(const std::function<void(ByteWriter&)>& work, const ChildLimits& limits) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("there is no pipe for a child process");
  const pid_t child = fork();
  if (child < 0) {
    close(ends[0]), close(ends[1]);
    throw std::runtime_error("there is no child process");
  }
  if (child == 0) {
    close(ends[0]);
    be_the_child(ends[1], work, limits);
  }
  close(ends[1]);
  bool late = false;
  const std::vector<std::byte> said = listen(ends[0], limits, late);
  close(ends[0]);
  if (late) kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (late)
    return {"took longer than " + std::to_string(limits.seconds) + " s (foreign_seconds), or its answer is too long",
            {}};
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    return {"crashed, or ran out of the memory it may take (signal " +
                std::to_string(WIFSIGNALED(status) ? WTERMSIG(status) : 0) + ")",
            {}};
  return understood(said);
}

}  // namespace tactus::io::mesh
