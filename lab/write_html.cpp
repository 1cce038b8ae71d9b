// SPDX-License-Identifier: MIT
/// Pages as one self-contained HTML file, light or dark following the reader's system.
#include <lab/chart_svg.h>
#include <lab/page.h>

#include <sstream>

namespace tactus::lab {

namespace {

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      default: out += c;
    }
  }
  return out;
}

/// `code` in back quotes, as in Markdown.
std::string with_code(const std::string& text) {
  std::string out;
  bool inside = false;
  for (const char c : escaped(text)) {
    if (c == '`') {
      out += inside ? "</code>" : "<code>";
      inside = !inside;
    } else {
      out += c;
    }
  }
  return out + (inside ? "</code>" : "");
}

void write_table(std::ostream& os, const Table& table, std::size_t verdict_column) {
  os << "<h3>" << escaped(table.title) << "</h3>\n<div class=\"scroll\"><table><thead><tr>";
  for (const std::string& cell : table.header) os << "<th>" << escaped(cell) << "</th>";
  os << "</tr></thead><tbody>\n";
  for (const auto& row : table.rows) {
    os << "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string kind = i != verdict_column    ? ""
                               : row[i] == "agrees"   ? " class=\"yes\""
                               : row[i] == "does not" ? " class=\"no\""
                                                      : " class=\"open\"";
      os << "<td" << kind << '>' << with_code(row[i]) << "</td>";
    }
    os << "</tr>\n";
  }
  os << "</tbody></table></div>\n";
  if (!table.note.empty()) os << "<p>" << with_code(table.note) << "</p>\n";
}

constexpr const char* style = R"(:root{color-scheme:light dark;--ink:#1c1c1c;--soft:#5a5a5a;--paper:#fff;--line:#dcdcdc;
--head:#f3f4f6;--yes:#1b6e3c;--no:#b3261e}
@media (prefers-color-scheme:dark){:root{--ink:#e8e8e8;--soft:#a8a8a8;--paper:#16181c;--line:#3a3d44;--head:#22252b;
--yes:#7bd89a;--no:#ff8a80}}
body{font:15px/1.5 system-ui,DejaVu Sans,Verdana,sans-serif;color:var(--ink);background:var(--paper);margin:0 auto;
max-width:1120px;padding:24px}
h1{font-size:26px;margin:0 0 4px}h2{font-size:21px;margin:44px 0 4px;border-top:1px solid var(--line);padding-top:20px}
h3{font-size:15px;margin:22px 0 6px}.soft{color:var(--soft)}p{max-width:80ch}
nav a{display:inline-block;margin:0 12px 4px 0}a{color:inherit}code{font:13px ui-monospace,DejaVu Sans Mono,monospace}
.scroll{overflow-x:auto}table{border-collapse:collapse;font-size:13px}th{background:var(--head);text-align:left}
th,td{border:1px solid var(--line);padding:3px 8px;vertical-align:top}
td+td{font-variant-numeric:tabular-nums}.yes,.no{white-space:nowrap}.yes{color:var(--yes);font-weight:600}.no{color:var(--no);font-weight:600}
.open{color:var(--soft)}.charts{display:flex;flex-wrap:wrap;gap:12px;margin-top:14px}svg{max-width:100%;height:auto})";

}  // namespace

std::string to_html_part(const Page& page) {
  std::ostringstream os;
  os << "<section id=\"" << page.name << "\">\n<h2>" << escaped(page.title)
     << "</h2>\n<p class=\"soft\"><code>tactus lab " << page.name << "</code>, size " << escaped(page.size) << ". "
     << escaped(page.source) << ".</p>\n";
  if (!page.complete) os << "<p><b>Stopped early: a dash marks what was not run.</b></p>\n";
  for (const std::string& note : page.notes) os << "<p>" << with_code(note) << "</p>\n";
  constexpr std::size_t none = ~std::size_t{0};
  if (!page.claims.empty()) write_table(os, claims_table(page), 3);
  if (!page.charts.empty()) {
    os << "<div class=\"charts\">\n";
    for (const Chart& chart : page.charts) os << to_svg(chart);
    os << "</div>\n";
  }
  for (const Table& table : page.tables) write_table(os, table, none);
  os << "</section>\n";
  return os.str();
}

std::string to_html_report(const std::vector<std::string>& parts) {
  std::ostringstream os;
  os << "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
        "content=\"width=device-width\">\n<title>tactus lab</title>\n<style>"
     << style << chart_style()
     << "</style></head>\n<body>\n<h1>tactus lab</h1>\n<p>The experiments of five texts, run again: each number of a "
        "paper "
        "beside ours, with the band within which it counts as the same, or why it is not.</p>\n<nav>";
  for (const std::string& part : parts) {
    const std::string open = "<section id=\"";
    const std::string name = part.substr(open.size(), part.find('"', open.size()) - open.size());
    os << "<a href=\"#" << name << "\">" << name << "</a>";
  }
  os << "</nav>\n";
  for (const std::string& part : parts) os << part;
  os << "</body></html>\n";
  return os.str();
}

}  // namespace tactus::lab
