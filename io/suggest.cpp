// SPDX-License-Identifier: MIT
#include <io/suggest.h>

#include <algorithm>
#include <cctype>

namespace tactus::io {
namespace {

std::string lower(std::string_view word) {
  std::string result;
  for (const char c : word) {
    if (c != '_' && c != '-' && c != ' ') result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return result;
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // rows[i % 3][j]: for the first i letters of a and the first j of b; a swap needs the row two back.
  std::vector<std::size_t> rows[3];
  for (auto& row : rows) row.resize(b.size() + 1);
  for (std::size_t i = 0; i <= a.size(); ++i) {
    auto& row = rows[i % 3];
    const auto &above = rows[(i + 2) % 3], &two_above = rows[(i + 1) % 3];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = row[j - 1] + 1;
      if (i == 0) continue;
      row[j] = std::min({row[j], above[j] + 1, above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], two_above[j - 2] + 1);
    }
  }
  return rows[a.size() % 3][b.size()];
}

std::string suggestion(std::string_view word, const std::vector<std::string>& known) {
  const std::string wanted = lower(word.substr(0, 64));  // no known word is nearly as long
  const std::string* best = nullptr;
  std::size_t least = std::max<std::size_t>(1, wanted.size() / 3) + 1;
  for (const std::string& candidate : known) {
    const std::size_t distance = edit_distance(wanted, lower(candidate));
    if (distance < least) least = distance, best = &candidate;
  }
  if (best) return "; did you mean '" + *best + "'?";
  std::string list;
  for (const std::string& candidate : known) list += (list.empty() ? "; known are: " : ", ") + candidate;
  return list;
}

}  // namespace tactus::io
