// SPDX-License-Identifier: MIT
#include <tactus/core/parallel.h>

#ifdef TACTUS_HAVE_TBB
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#endif

#if defined(TACTUS_HAVE_TBB) && defined(__SANITIZE_THREAD__)
extern "C" {
void __tsan_acquire(void*);
void __tsan_release(void*);
}
#endif

namespace tactus::detail {

namespace {

/// Tells the thread sanitizer about oneTBB's guarantees, because oneTBB itself is not instrumented: everything done
/// before the work is visible to the workers, and their results are visible to the caller that waits for them. There is
/// no guarantee between two workers.
class HandOver {
 public:
#if defined(TACTUS_HAVE_TBB) && defined(__SANITIZE_THREAD__)
  void give() { __tsan_release(&begun_); }
  void take() { __tsan_acquire(&begun_); }
  void give_back() { __tsan_release(&done_); }
  void take_back() { __tsan_acquire(&done_); }

 private:
  char begun_ = 0, done_ = 0;
#else
  void give() {}
  void take() {}
  void give_back() {}
  void take_back() {}
#endif
};

}  // namespace

void parallel_for(std::size_t count, int threads, const std::function<void(std::size_t)>& f, std::size_t grain) {
#ifdef TACTUS_HAVE_TBB
  if (threads != 1 && count > grain) {
    HandOver work;
    work.give();
    const auto run = [&] {
      oneapi::tbb::parallel_for(oneapi::tbb::blocked_range<std::size_t>(0, count, grain), [&](const auto& range) {
        work.take();
        for (std::size_t i = range.begin(); i < range.end(); ++i) f(i);
        work.give_back();
      });
    };
    const int there = oneapi::tbb::info::default_concurrency();
    if (threads == 0 || threads == there) {
      run();  // in the caller's arena: a solver calls this hundreds of times a step, and a new arena each time costs more
    } else {
      // Tests use more threads than the machine has; oneTBB must be told to allow that.
      const oneapi::tbb::global_control most(oneapi::tbb::global_control::max_allowed_parallelism,
                                             static_cast<std::size_t>(threads > there ? threads : there));
      oneapi::tbb::task_arena(threads).execute(run);
    }
    work.take_back();
    return;
  }
#endif
  (void)threads, (void)grain;
  for (std::size_t i = 0; i < count; ++i) f(i);
}

bool has_threads() {
#ifdef TACTUS_HAVE_TBB
  return true;
#else
  return false;
#endif
}

}  // namespace tactus::detail
