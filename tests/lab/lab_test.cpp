// SPDX-License-Identifier: MIT
/// Seconds of each experiment: every page comes out whole, and the library's own forms keep their promises.
#include <io/json_value.h>
#include <io/text_file.h>
#include <lab/runner.h>

#include <gtest/gtest.h>

#include <unistd.h>

#include <cmath>
#include <filesystem>

namespace tactus::lab {
namespace {

namespace fs = std::filesystem;

/// A folder that is removed at the end of the test.
class Lab : public ::testing::Test {
 protected:
  Lab() : folder_(fs::path(::testing::TempDir()) / ("lab_" + std::to_string(::getpid()))) { fs::remove_all(folder_); }
  ~Lab() override { fs::remove_all(folder_); }
  RunOptions options() const {
    return {.size = {Size::seconds}, .folder = folder_, .resume = false, .stop = {}, .tell = {}};
  }
  fs::path folder_;
};

TEST_F(Lab, EveryExperimentGivesAPage) {
  for (const Experiment& e : experiments()) {
    SCOPED_TRACE(e.name);
    const Page page = run(e, options());
    EXPECT_TRUE(page.complete);
    EXPECT_FALSE(page.claims.empty());
    EXPECT_FALSE(page.tables.empty());
    for (const Claim& c : page.claims) {
      EXPECT_FALSE(c.what.empty() || c.paper.empty() || c.ours.empty() || c.band.empty()) << c.what;
      // Ours must hold at any size: bounds, stalls, misses.
      const bool broken = c.what.starts_with("our ") && c.verdict == Verdict::differs;
      EXPECT_FALSE(broken) << c.what << ": " << c.ours;
    }
    for (const auto* tables : {&page.tables, &page.data})
      for (const Table& t : *tables)
        for (const auto& row : t.rows) EXPECT_EQ(row.size(), t.header.size()) << t.name;
    for (const Chart& c : page.charts)
      for (const Series& s : c.series) EXPECT_EQ(s.xs.size(), s.ys.size()) << c.title;
    write_page(page, folder_);
    const std::string json = io::read_text_file(folder_ / (page.name + ".json"));
    EXPECT_NO_THROW(io::parse_json(json, page.name));
  }
  const std::string report = io::read_text_file(folder_ / "report.html");
  for (const Experiment& e : experiments())
    EXPECT_NE(report.find("<section id=\"" + std::string(e.name) + "\""), std::string::npos) << e.name;
}

const Experiment counting{"counting", "none", "Counts its cells", [](const Size&) {
                            Plan plan;
                            for (int i = 0; i < 5; ++i)
                              plan.cells.push_back({"cell-" + std::to_string(i), [i](const Pulse& pulse) {
                                                      pulse.check(0);
                                                      return Numbers{static_cast<double>(i), NAN};
                                                    }});
                            plan.write = [](const Results& results, Page& page) {
                              double sum = 0, there = 0;
                              for (int i = 0; i < 5; ++i)
                                if (const double x = results.at("cell-" + std::to_string(i), 0); x >= 0)
                                  sum += x, ++there;
                              page.claims.push_back(compare_number("sum", 10, sum, 0));
                              page.claims.push_back(compare_number("there", 5, there, 0));
                            };
                            return plan;
                          }};

TEST_F(Lab, AStoppedRunKeepsItsCellsAndResumeDoesTheRest) {
  int asked = 0;
  RunOptions stopping = options();
  stopping.stop = [&] { return ++asked > 5; };  // two or three cells
  const Page part = run(counting, stopping);
  EXPECT_FALSE(part.complete);
  EXPECT_EQ(part.claims[1].verdict, Verdict::differs);
  const auto kept = std::distance(fs::directory_iterator(folder_ / "cells" / "seconds" / "counting"), {});
  EXPECT_GT(kept, 0);
  EXPECT_LT(kept, 5);
  RunOptions resuming = options();
  resuming.resume = true;
  std::vector<std::string> told;
  resuming.tell = [&](double, const std::string& words) { told.push_back(words); };
  const Page whole = run(counting, resuming);
  EXPECT_TRUE(whole.complete);
  EXPECT_EQ(whole.claims[0].verdict, Verdict::agrees);
  for (const std::string& words : told) EXPECT_EQ(words.find("cell-0"), std::string::npos) << "done before";
}

/// A long simulation that is stopped in the middle of a stage continues where it was, to the same numbers.
TEST_F(Lab, AStoppedSimulationContinuesInTheMiddle) {
  const Experiment& dem = *find_experiment("dem");
  int looks = 0;
  RunOptions plain = options();
  plain.tell = [&](double, const std::string&) { ++looks; };
  const std::string through = to_json(run(dem, plain));
  const int all = looks;
  RunOptions stopping = options();
  looks = 0;
  stopping.stop = [&] { return ++looks > 20; };
  EXPECT_FALSE(run(dem, stopping).complete);
  const fs::path cells = folder_ / "cells" / "seconds" / "dem";
  EXPECT_TRUE(fs::exists(cells / "I-stage-1"));
  EXPECT_FALSE(fs::exists(cells / "I-stage-4"));
  ASSERT_TRUE(fs::exists(cells / "I.run"));
  RunOptions resuming = plain;
  resuming.resume = true;
  looks = 0;
  EXPECT_EQ(to_json(run(dem, resuming)), through);
  EXPECT_LE(looks, all - 15) << "what was simulated before the stop is not simulated again";
  fs::remove(cells / "I-stage-2");  // its file is at stage 3 by now: the simulation begins anew
  EXPECT_EQ(to_json(run(dem, resuming)), through);
}

/// Without numbers nothing agrees, and nothing disagrees: every claim is open.
TEST_F(Lab, WhatWasNotRunIsOpen) {
  RunOptions stopped = options();
  stopped.stop = [] { return true; };
  for (const Experiment& e : experiments()) {
    const Page page = run(e, stopped);
    EXPECT_FALSE(page.complete) << e.name;
    EXPECT_FALSE(page.claims.empty()) << e.name;
    for (const Claim& c : page.claims)
      EXPECT_EQ(c.verdict, Verdict::open) << e.name << ": " << c.what << ": " << c.ours;
  }
}

TEST_F(Lab, ADamagedCellIsNamed) {
  run(counting, options());
  const fs::path cell = folder_ / "cells" / "seconds" / "counting" / "cell-2";
  fs::resize_file(cell, fs::file_size(cell) - 3);
  RunOptions resuming = options();
  resuming.resume = true;
  try {
    run(counting, resuming);
    FAIL() << "a truncated cell was taken";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("cell-2"), std::string::npos) << error.what();
  }
}

TEST(LabClaims, TellAgreeingFromDiffering) {
  EXPECT_EQ(compare_ranges("", {2, 4}, {2.5, 5}, 1.5).verdict, Verdict::agrees);
  EXPECT_EQ(compare_ranges("", {2, 4}, {2.5, 6.1}, 1.5).verdict, Verdict::differs);
  EXPECT_EQ(compare_ranges("", {2, 4}, range_of({NAN}), 1.5).verdict, Verdict::open);
  EXPECT_EQ(compare_number("", 10, 11, 1).verdict, Verdict::agrees);
  EXPECT_EQ(compare_number("", 10, 11.5, 1).verdict, Verdict::differs);
  EXPECT_EQ(compare_number("", 10, NAN, 1).verdict, Verdict::open);
  EXPECT_EQ(count_text(1234567), "1 234 567");
  EXPECT_EQ(decimal(NAN, 2), "–");
}

/// A fitted number is not one that agrees; a reason is given only where something does not agree.
TEST(LabClaims, FittedAndReasons) {
  const Claim good = compare_number("", 10, 10, 1), bad = compare_number("", 10, 20, 1);
  EXPECT_EQ(fitted(good, "chosen").verdict, Verdict::fitted);
  EXPECT_NE(fitted(good, "chosen").band.find("chosen"), std::string::npos);
  EXPECT_EQ(verdict_text(Verdict::fitted), "fitted");
  EXPECT_EQ(fitted(bad, "chosen").verdict, Verdict::differs);
  EXPECT_EQ(because(good, "why").band, good.band);
  EXPECT_NE(because(bad, "why").band.find("why"), std::string::npos);
}

TEST(LabClaims, SizesScaleTheFullOneOnly) {
  EXPECT_EQ((Size{Size::full, 0.25}).count(1, 10, 1000), 250);
  EXPECT_EQ((Size{Size::full, 1e-9}).count(1, 10, 1000), 1);
  EXPECT_EQ((Size{Size::quick, 1}).count(1, 10, 1000), 10);
}

}  // namespace
}  // namespace tactus::lab
