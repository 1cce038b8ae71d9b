// SPDX-License-Identifier: MIT
/// Pages as Markdown, tables as CSV, everything as JSON.
#include <io/json_value.h>
#include <lab/page.h>

#include <cmath>
#include <sstream>

namespace tactus::lab {

namespace {

void write_row(std::ostream& os, const std::vector<std::string>& cells) {
  os << '|';
  for (const std::string& cell : cells) os << ' ' << cell << " |";
  os << '\n';
}

void write_table(std::ostream& os, const Table& table) {
  os << "\n## " << table.title << "\n\n";
  write_row(os, table.header);
  os << "|---";
  for (std::size_t i = 1; i < table.header.size(); ++i) os << "|---:";
  os << "|\n";
  for (const auto& row : table.rows) write_row(os, row);
  if (!table.note.empty()) os << '\n' << table.note << '\n';
}

io::JsonValue::Array texts(const std::vector<std::string>& words) {
  io::JsonValue::Array array;
  for (const std::string& word : words) array.emplace_back(word);
  return array;
}

io::JsonValue::Array numbers(const std::vector<double>& values) {
  io::JsonValue::Array array;
  for (const double v : values) {
    array.emplace_back();  // null: JSON has no NaN
    if (std::isfinite(v)) array.back().value = v;
  }
  return array;
}

io::JsonValue json_of(const Table& table) {
  io::JsonValue::Array rows;
  for (const auto& row : table.rows) rows.emplace_back(texts(row));
  return io::JsonValue::Object{{"name", table.name},
                               {"title", table.title},
                               {"header", texts(table.header)},
                               {"rows", std::move(rows)},
                               {"note", table.note}};
}

io::JsonValue json_of(const Chart& chart) {
  io::JsonValue::Array series;
  for (const Series& s : chart.series)
    series.emplace_back(io::JsonValue::Object{{"name", s.name}, {"x", numbers(s.xs)}, {"y", numbers(s.ys)}});
  return io::JsonValue::Object{
      {"title", chart.title}, {"x", chart.x_label}, {"y", chart.y_label}, {"series", std::move(series)}};
}

io::JsonValue json_of(const Claim& claim) {
  return io::JsonValue::Object{{"what", claim.what},
                               {"paper", claim.paper},
                               {"ours", claim.ours},
                               {"verdict", verdict_text(claim.verdict)},
                               {"band", claim.band}};
}

template <class V> io::JsonValue::Array all(const std::vector<V>& values) {
  io::JsonValue::Array array;
  for (const V& v : values) array.push_back(json_of(v));
  return array;
}

}  // namespace

Table claims_table(const Page& page) {
  Table table{"claims", "The paper beside us", {"what", "paper", "ours", "verdict", "band, or why not"}, {}};
  for (const Claim& c : page.claims) table.rows.push_back({c.what, c.paper, c.ours, verdict_text(c.verdict), c.band});
  return table;
}

std::string to_markdown(const Page& page, const std::string& picture) {
  std::ostringstream os;
  os << "# " << page.title << "\n\nMade by `tactus lab " << page.name << "`, size " << page.size << "; do not edit. "
     << page.source << ".\n";
  if (!page.complete) os << "\n**Stopped early: a dash marks what was not run.**\n";
  for (const std::string& note : page.notes) os << '\n' << note << '\n';
  if (!page.claims.empty()) write_table(os, claims_table(page));
  if (!picture.empty() && !page.charts.empty()) os << "\n![" << page.title << "](" << picture << ")\n";
  for (const Table& table : page.tables) write_table(os, table);
  return os.str();
}

std::string to_csv(const Table& table) {
  std::ostringstream os;
  const auto row = [&](const std::vector<std::string>& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      std::string quoted;
      for (const char c : cells[i]) quoted += c == '"' ? "\"\"" : std::string(1, c);
      os << (i ? "," : "") << (cells[i].find_first_of(",\"\n") == std::string::npos ? cells[i] : '"' + quoted + '"');
    }
    os << '\n';
  };
  row(table.header);
  for (const auto& cells : table.rows) row(cells);
  return os.str();
}

std::string to_json(const Page& page) {
  return io::to_text(io::JsonValue::Object{{"format", "tactus lab"},
                                           {"name", page.name},
                                           {"title", page.title},
                                           {"source", page.source},
                                           {"size", page.size},
                                           {"complete", page.complete},
                                           {"notes", texts(page.notes)},
                                           {"claims", all(page.claims)},
                                           {"tables", all(page.tables)},
                                           {"charts", all(page.charts)}});
}

}  // namespace tactus::lab
