// SPDX-License-Identifier: MIT
#pragma once
/// An experiment of a paper, to be run again: a list of cells, each of which produces numbers, and a page made of these
/// numbers. If a run is stopped, the finished cells are kept, and --resume skips them.
#include <lab/page.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace tactus::lab {

/// The size at which an experiment is run.
struct Size {
  enum Kind { seconds, quick, full };  // for tests; about a minute; as in the paper
  Kind kind = full;
  double share = 1;  // of the paper's samples; used by the size `full` only

  std::string_view name() const { return kind == full ? "full" : kind == quick ? "quick" : "seconds"; }
  /// The count for this size. The full size's count is multiplied by the share, and is at least 1.
  long count(long for_seconds, long for_quick, long for_full) const;
  template <class V> V pick(V for_seconds, V for_quick, V for_full) const {
    return kind == full ? for_full : kind == quick ? for_quick : for_seconds;
  }
};

/// Thrown by a cell that was asked to stop. The work of this cell is lost, unless it keeps a file in Pulse::folder();
/// finished cells are kept.
struct Stopped : std::runtime_error {
  Stopped() : std::runtime_error("the run was stopped") {}
};

/// A cell calls check() now and then. It throws Stopped if the run should end.
class Pulse {
 public:
  Pulse(std::function<bool()> stop, std::function<void(double)> tell, std::filesystem::path folder)
      : stop_(std::move(stop)), tell_(std::move(tell)), folder_(std::move(folder)) {}
  /// done: the part of the cell that is finished, 0 to 1.
  void check(double done) const {
    if (stop_ && stop_()) throw Stopped();
    if (tell_) tell_(done);
  }
  /// The folder of the experiment's cells. A long cell may keep its unfinished work here, under a name that no cell
  /// has.
  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::function<bool()> stop_;
  std::function<void(double)> tell_;
  std::filesystem::path folder_;
};

using Numbers = std::vector<double>;

struct Cell {
  std::string key;  // letters, digits, dots and hyphens: it becomes the name of a file
  std::function<Numbers(const Pulse&)> compute;
};

/// The results of the cells. A cell that was not run has no numbers: each of its values is NaN, and is printed as a
/// dash.
class Results {
 public:
  void put(const std::string& key, Numbers numbers) { cells_[key] = std::move(numbers); }
  bool has(const std::string& key) const { return cells_.contains(key); }
  double at(const std::string& key, std::size_t i) const {
    const auto found = cells_.find(key);
    const bool there = found != cells_.end() && i < found->second.size();
    return there ? found->second[i] : std::numeric_limits<double>::quiet_NaN();
  }
  const Numbers& all(const std::string& key) const {
    static const Numbers none;
    const auto found = cells_.find(key);
    return found == cells_.end() ? none : found->second;
  }
  std::size_t size() const { return cells_.size(); }

 private:
  std::map<std::string, Numbers> cells_;
};

struct Plan {
  std::vector<Cell> cells;
  std::function<void(const Results&, Page&)> write;
};

struct Experiment {
  std::string_view name;  // the NAME in `tactus lab NAME`
  std::string_view source;  // paper and section
  std::string_view what;
  Plan (*plan)(const Size&);
};

/// All experiments, in the order of the papers.
std::span<const Experiment> experiments();
/// The experiment of that name; null if it does not exist.
const Experiment* find_experiment(std::string_view name);

}  // namespace tactus::lab
