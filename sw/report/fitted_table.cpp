// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/fitted_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "jacquard/report/cell_text.hpp"
#include "jacquard/report/colours.hpp"

namespace jacquard::report {
namespace {

constexpr std::size_t kGap = 2;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines(1);
  for (const char c : text) {
    if (c == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += c;
    }
  }
  return lines;
}

struct Column {
  std::string key;
  std::vector<std::string> heading;  // its lines
  std::vector<std::string> cells;    // "" where a row has none
  bool words = false;

  std::size_t width() const {
    std::size_t most = 0;
    for (const auto* texts : {&heading, &cells}) {
      for (const std::string& text : *texts) {
        for (const std::string& line : lines_of(text)) most = std::max(most, line.size());
      }
    }
    return most;
  }
};

using Columns = std::vector<Column>;

// Headings of what a reader misses least, left out first; then from the right.
constexpr std::array<const char*, 9> kMinor = {"events_per_wall_s", "hops", "idle_quanta",
                                               "first_held",        "min",  "efficiency_bytes",
                                               "matrices",          "wall", "topology"};

constexpr std::size_t kLongWord = 28;

// "tp=8,pp=16,stages=2:2:3" in lines, behind commas where they do, else behind colons.
std::string listed(const std::string& cell, std::size_t most) {
  std::string text;
  std::size_t at = 0;
  while (cell.size() - at > most) {
    std::size_t end = cell.rfind(',', at + most - 1);
    if (end == cell.npos || end < at) end = cell.rfind(':', at + most - 1);
    end = end == cell.npos || end < at ? at + most : end + 1;
    text += cell.substr(at, end - at) + '\n';
    at = end;
  }
  return text + cell.substr(at);
}

// Sentences and lists in lines of at most `most`, a path or the like by its end.
std::string shortened(const std::string& cell, std::size_t most) {
  if (cell.size() <= most) return cell;
  if (cell.find(' ') == cell.npos) {
    if (cell.find(',') != cell.npos) return listed(cell, most);
    return "..." + cell.substr(cell.size() - most + 3);
  }
  std::string text, line;
  std::istringstream words(cell);
  for (std::string word; words >> word;) {
    if (!line.empty() && line.size() + 1 + word.size() > most) {
      text += line + '\n';
      line.clear();
    }
    line += (line.empty() ? "" : " ") + word;
  }
  return text + line;
}

// Columns of long texts share what the others leave.
void shorten(Columns& columns, std::size_t most) {
  std::size_t others = 0, count = 0;
  const auto is_long = [](const Column& c) { return c.words && c.width() > kLongWord; };
  for (const Column& c : columns) {
    others += kGap + (is_long(c) ? 0 : c.width());
    count += is_long(c) ? 1U : 0U;
  }
  if (count == 0) return;
  const std::size_t left = most > others ? (most - others) / count : 0;
  for (Column& c : columns) {
    if (!is_long(c)) continue;
    for (std::string& cell : c.cells) cell = shortened(cell, std::max(left, kLongWord));
  }
}

Columns::iterator least_missed(Columns& columns) {
  for (const char* minor : kMinor) {
    const auto found = std::find_if(columns.begin() + 1, columns.end(),
                                    [&](const Column& c) { return c.key == minor; });
    if (found != columns.end()) return found;
  }
  return columns.end() - 1;
}

Columns columns_of(const std::vector<const Row*>& rows) {
  Columns columns;
  for (const Row* row : rows) {
    for (const auto& item : row->items()) {
      const bool known = item.key() == "row_kind" ||
                         std::any_of(columns.begin(), columns.end(),
                                     [&](const Column& c) { return c.key == item.key(); });
      if (!known) columns.push_back({item.key(), {item.key()}, {}, false});
    }
  }
  for (Column& column : columns) {
    for (const Row* row : rows) {
      const auto cell = row->find(column.key);
      column.cells.push_back(cell == row->end() ? "" : cell_text(*cell));
      column.words = column.words || (cell != row->end() && cell->is_string());
    }
  }
  return columns;
}

std::size_t width_of(const Columns& columns) {
  std::size_t sum = 0;
  for (const Column& c : columns) sum += c.width() + kGap;
  return sum - std::min(sum, kGap);
}

std::string without_end(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::string padded(const std::string& cell, std::size_t width, bool left) {
  return left ? fmt::format("{:<{}}  ", cell, width) : fmt::format("{:>{}}  ", cell, width);
}

std::string drawn(const Columns& columns) {
  std::size_t heading_lines = 1;
  for (const Column& c : columns) heading_lines = std::max(heading_lines, c.heading.size());
  std::string text;
  for (std::size_t k = 0; k < heading_lines; ++k) {
    std::string line;
    for (const Column& c : columns) {  // the last line of a heading stands on the first row
      const std::size_t above = heading_lines - c.heading.size();
      line += padded(k < above ? "" : c.heading[k - above], c.width(), c.words);
    }
    text += in_bold(without_end(line));
  }
  for (std::size_t row = 0; row < columns.front().cells.size(); ++row) {
    std::size_t height = 1;
    for (const Column& c : columns) height = std::max(height, lines_of(c.cells[row]).size());
    for (std::size_t k = 0; k < height; ++k) {
      std::string line;
      for (const Column& c : columns) {
        const std::vector<std::string> lines = lines_of(c.cells[row]);
        const std::string cell = padded(k < lines.size() ? lines[k] : "", c.width(), c.words);
        line += in_colour(c.key, cell);
      }
      text += without_end(line);
    }
  }
  return text;
}

// "efficiency_bytes" over cells of six letters as "efficiency", "bytes".
void break_heading(Column& column) {
  std::size_t cells = 0;
  for (const std::string& cell : column.cells) cells = std::max(cells, cell.size());
  std::vector<std::string> lines = {""};
  std::string word;
  const auto add = [&] {
    const std::size_t with = lines.back().size() + word.size() + (lines.back().empty() ? 0 : 1);
    if (!lines.back().empty() && with > cells) lines.emplace_back();
    lines.back() += (lines.back().empty() ? "" : " ") + word;
    word.clear();
  };
  for (const char c : column.key) {
    if (c == '_' || c == ' ') {
      if (!word.empty()) add();
    } else {
      word += c;
    }
  }
  if (!word.empty()) add();
  if (column.key.size() <= cells || lines.back().empty()) return;
  // The line above the rows tells a wall clock.
  const bool is_wall = column.key.find("wall") != std::string::npos;
  if (is_wall && lines.back().find("wall") == std::string::npos) return;
  column.heading = std::move(lines);
}

std::string wrapped(const std::string& opening, const std::vector<std::string>& parts,
                    std::size_t width) {
  std::string text = opening;
  std::size_t at = opening.size();
  for (const std::string& part : parts) {
    const std::string word = (&part == &parts.front() ? " " : ", ") + part;
    if (at + word.size() > width && at > opening.size()) {
      text += &part == &parts.front() ? "\n  " : ",\n  ";
      text += part;
      at = part.size() + 2;
    } else {
      text += word;
      at += word.size();
    }
  }
  return text + "\n";
}

// A line for each cell.
std::string upright(const Columns& columns) {
  std::size_t names = 0;
  for (const Column& c : columns) names = std::max(names, c.key.size());
  std::string text;
  for (const Column& c : columns) {
    if (c.cells.front().empty()) continue;
    text += without_end(in_bold(fmt::format("{:<{}}  ", c.key, names)) +
                        in_colour(c.key, c.cells.front()));
  }
  return text;
}

}  // namespace

std::string fitted_table(const std::vector<const Row*>& rows, int width) {
  const auto most = static_cast<std::size_t>(width);
  Columns columns = columns_of(rows);
  if (columns.empty() || width_of(columns) <= most) return columns.empty() ? "" : drawn(columns);
  if (rows.size() == 1) return upright(columns);
  for (Column& c : columns) break_heading(c);
  std::string above, below;
  if (width_of(columns) > most) {
    std::vector<std::string> shared;
    const auto is_shared = [&](const Column& c) {
      return std::all_of(c.cells.begin(), c.cells.end(),
                         [&](const std::string& cell) { return cell == c.cells.front(); });
    };
    Columns kept;
    for (Column& c : columns) {
      if (&c != &columns.front() && is_shared(c)) {
        if (!c.cells.front().empty()) shared.push_back(c.key + " " + c.cells.front());
      } else {
        kept.push_back(std::move(c));
      }
    }
    columns = std::move(kept);
    if (!shared.empty()) above = wrapped("all:", shared, most);
  }
  std::vector<std::string> left_out;
  if (width_of(columns) > most) shorten(columns, most);
  while (columns.size() > 2 && width_of(columns) > most) {
    const auto least = least_missed(columns);
    left_out.push_back(least->key);
    columns.erase(least);
  }
  if (!left_out.empty()) below = wrapped("--wide shows also", left_out, most);
  return above + drawn(columns) + below;
}

}  // namespace jacquard::report
