// SPDX-License-Identifier: Apache-2.0
#include "docs/console.hpp"

#include <algorithm>
#include <optional>
#include <sstream>

#include "jacquard/base/error.hpp"

namespace jacquard::tb {
namespace {

using Lines = std::vector<std::string>;

const std::string kFence = "```";
const std::string kAnyLines = "...";
const std::string kAnyRest = " ...";

Lines lines_of(const std::string& text) {
  Lines lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

bool begins(const std::string& text, const std::string& with) {
  return text.compare(0, with.size(), with) == 0;
}

bool ends(const std::string& text, const std::string& with) {
  return text.size() >= with.size() && text.substr(text.size() - with.size()) == with;
}

// Cells are separated by two spaces or more, whatever their width.
Lines cells_of(const std::string& line) {
  Lines cells;
  for (std::size_t at = line.find_first_not_of(' '); at != std::string::npos;) {
    const std::size_t end = std::min(line.find("  ", at), line.size());
    cells.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(' ', end);
  }
  return cells;
}

bool is_wall(const std::string& heading) { return heading.find("wall") != std::string::npos; }

// Each line as cells joined by two spaces, wall clocks as "*".
Lines canonical(const Lines& lines) {
  Lines all;
  Lines heading;  // of the table that the lines are in, if it has a wall clock
  for (const std::string& line : lines) {
    Lines cells = cells_of(line);
    const std::size_t colon = line.find("\": ");
    if (colon != std::string::npos && is_wall(line.substr(0, colon))) {
      cells = {line.substr(line.find('"'), colon + 3 - line.find('"')) + "*"};
    } else if (cells.empty()) {
      heading.clear();
    } else if (cells.size() == 2 && heading.empty() && is_wall(cells[0])) {
      cells[1] = "*";  // a row that stands upright
    } else if (cells.size() > 1 && std::any_of(cells.begin(), cells.end(), is_wall)) {
      heading = cells;
    } else if (cells.size() == heading.size()) {
      for (std::size_t c = 0; c < cells.size(); ++c) {
        if (is_wall(heading[c])) cells[c] = "*";
      }
    }
    std::string joined;
    for (const std::string& cell : cells) joined += (joined.empty() ? "" : "  ") + cell;
    all.push_back(joined);
  }
  return all;
}

bool same_line(const std::string& shown, const std::string& got) {
  if (!ends(shown, kAnyRest)) return shown == got;
  return begins(got, shown.substr(0, shown.size() - kAnyRest.size()));
}

ConsoleBlock block_of(const std::string& info, const std::string& place) {
  ConsoleBlock block;
  std::istringstream words(info);
  for (std::string word; words >> word;) {
    if (word == "full") {
      block.full = true;
    } else if (begins(word, "exit=") && word.size() == 6 && word[5] > '0' && word[5] < '4') {
      block.exit_code = word[5] - '0';
    } else {
      throw base::ConfigError({place, "", "full or exit=1 to exit=3 after console", word, ""});
    }
  }
  return block;
}

}  // namespace

std::vector<ConsoleBlock> console_blocks(const std::string& page, const std::string& text) {
  const std::string opening = kFence + "console";
  std::vector<ConsoleBlock> blocks;
  std::optional<ConsoleBlock> block;
  bool goes_on = false;
  int number = 0;
  for (const std::string& line : lines_of(text)) {
    const std::string place = page + ":" + std::to_string(++number);
    if (!block) {
      const bool opens =
          begins(line, opening) && (line.size() == opening.size() || line[opening.size()] == ' ');
      if (opens) block = block_of(line.substr(opening.size()), place);
      continue;
    }
    if (line == kFence) {
      blocks.push_back(*block);
      block.reset();
      continue;
    }
    const bool more = goes_on || (begins(line, "> ") && !block->commands.empty() &&
                                  block->commands.back().shown.empty());
    if (more) {
      block->commands.back().shell += "\n" + (begins(line, "> ") ? line.substr(2) : line);
    } else if (begins(line, "$ ")) {
      block->commands.push_back({number, line.substr(2), {}});
    } else if (block->commands.empty()) {
      throw base::ConfigError({place, "", "a command after \"$ \"", line, ""});
    } else {
      block->commands.back().shown.push_back(line);
      continue;
    }
    goes_on = ends(line, "\\");
  }
  if (block) throw base::ConfigError({page, "", "an end of each block of commands", "none", ""});
  return blocks;
}

std::string disagreement(const std::vector<std::string>& shown, const std::string& output) {
  const Lines expected = canonical(shown);
  const Lines got = canonical(lines_of(output));
  // Greedy: what stands between two ellipses is taken where it is found first.
  std::size_t at = 0;
  for (std::size_t e = 0; e < expected.size();) {
    const bool anywhere = expected[e] == kAnyLines;
    const std::size_t from = anywhere ? e + 1 : e;
    std::size_t to = from;
    while (to < expected.size() && expected[to] != kAnyLines) ++to;
    const bool last = to == expected.size();
    const std::size_t count = to - from;
    if (anywhere && last) {  // the rest must be the end
      if (count == 0) return "";
      if (got.size() < at + count) return expected[from];
      at = got.size() - count;
    }
    const auto fits = [&](std::size_t place) {
      if (place + count > got.size()) return false;
      for (std::size_t i = 0; i < count; ++i) {
        if (!same_line(expected[from + i], got[place + i])) return false;
      }
      return true;
    };
    while (anywhere && !last && at + count <= got.size() && !fits(at)) ++at;
    if (!fits(at)) {
      std::size_t i = 0;
      while (!anywhere && i < count && at + i < got.size() &&
             same_line(expected[from + i], got[at + i])) {
        ++i;
      }
      const std::string other = at + i < got.size() ? got[at + i] : "the end";
      return "expected: " + expected[from + std::min(i, count - 1)] + "\n     got: " + other;
    }
    at += count;
    e = to;
    if (last && at != got.size()) return "expected the end\n     got: " + got[at];
  }
  return "";
}

}  // namespace jacquard::tb
