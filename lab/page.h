// SPDX-License-Identifier: MIT
#pragma once
/// The page of an experiment: claims with the paper's number beside ours, tables and charts. Plain data; the writers
/// turn it into Markdown, CSV, JSON and HTML.
#include <string>
#include <vector>

namespace tactus::lab {

/// open: the paper gives nothing to compare with, or it was not run. fitted: it agrees, but a parameter that the paper
/// does not give was chosen so that it would.
enum class Verdict { agrees, differs, open, fitted };

/// One number, or one sentence, of a paper beside ours.
struct Claim {
  std::string what, paper, ours;
  Verdict verdict = Verdict::open;
  std::string band;  // the band within which the numbers agree, or the reason why they do not
};

struct Table {
  std::string name;  // of its CSV file: letters, digits and hyphens
  std::string title;
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
  std::string note{};
};

struct Series {
  std::string name;
  std::vector<double> xs, ys;  // NaN: a gap
};

struct Chart {
  std::string title, x_label, y_label;  // labels with their units
  std::vector<Series> series;
  bool log_x = false, log_y = false;
};

struct Page {
  std::string name, title, source, size;
  std::vector<std::string> notes;  // paragraphs: what was given, what was chosen
  std::vector<Claim> claims;
  std::vector<Table> tables;
  std::vector<Table> data;  // every point of the experiment: CSV files only
  std::vector<Chart> charts;
  bool complete = true;  // false: some cells were not run
};

// ---- making claims --------------------------------------------------------------------------------------------------

/// The range of the given numbers; NaNs are ignored.
struct Range {
  double low, high;
  bool empty() const { return !(low <= high); }
};
Range range_of(const std::vector<double>& values);

/// Agrees if both ends of our range lie within `factor` of the paper's ends (times or divided by).
Claim compare_ranges(std::string what, Range paper, const Range& ours, double factor, int digits = 1);
/// Agrees if ours is at most `off` from the paper's number.
Claim compare_number(std::string what, double paper, double ours, double off, int digits = 0);
/// A sentence of the paper that either holds for our numbers or does not. It is open if a number of ours is missing, that
/// is, if `ours` has a dash.
Claim compare_sentence(std::string what, std::string paper, std::string ours, bool holds, std::string band);
/// The same if there is nothing to compare: the paper gives no number, or ours is missing.
Claim without_number(std::string what, std::string paper, std::string ours, std::string why);
/// A claim that agrees only because `chosen` was fitted says so; one that does not agree is left as it is.
Claim fitted(Claim claim, const std::string& chosen);
/// Adds the reason if the claim does not agree.
Claim because(Claim claim, const std::string& why_not);

// ---- numbers as text: a dash for NaN --------------------------------------------------------------------------------

inline constexpr const char* dash = "–";

std::string decimal(double x, int digits);
std::string count_text(double x);  // 1234567 as "1 234 567"
std::string scientific(double x);
/// Three significant digits.
std::string brief(double x);
/// Ten significant digits, for data.
std::string exact(double x);
std::string range_text(const Range& r, int digits);

// ---- writers --------------------------------------------------------------------------------------------------------

std::string verdict_text(Verdict v);
/// `picture`: the name of the file that the page's charts are in, beside the page; empty: without a picture.
std::string to_markdown(const Page& page, const std::string& picture);
std::string to_json(const Page& page);
std::string to_csv(const Table& table);
Table claims_table(const Page& page);
/// Part of the report, and the report of all parts.
std::string to_html_part(const Page& page);
std::string to_html_report(const std::vector<std::string>& parts);

}  // namespace tactus::lab
