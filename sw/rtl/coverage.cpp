// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rtl/coverage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/rtl/wiring.hpp"

namespace jacquard::rtl {
namespace {

void note(std::string& text, const std::string& one) { text += (text.empty() ? "" : ", ") + one; }

// "a[3:1]" of neighbours 1 to 3.
std::string named(const std::string& name, std::size_t width, std::size_t low, std::size_t high) {
  if (width == 1) return name;
  return low == high ? fmt::format("{}[{}]", name, low) : fmt::format("{}[{}:{}]", name, high, low);
}

// The lines in "block 22-24,26": a way through an `if` that is empty has none.
std::vector<int> lines_of(const LinePoint& point) {
  std::vector<int> lines;
  const std::size_t blank = point.what.find(' ');
  std::istringstream ranges(blank == point.what.npos ? "" : point.what.substr(blank + 1));
  for (std::string range; std::getline(ranges, range, ',');) {
    const std::size_t dash = range.find('-');
    const int first = std::stoi("0" + range.substr(0, dash));
    const int last = dash == range.npos ? first : std::stoi("0" + range.substr(dash + 1));
    for (int line = first; line <= last; ++line) lines.push_back(line);
  }
  return lines;
}

Covered lines(const std::string& file, const std::map<int, bool>& seen) {
  Covered row{"lines", file, 0, static_cast<std::int64_t>(seen.size()), ""};
  for (auto line = seen.begin(); line != seen.end();) {
    const bool hit = line->second;
    const int first = line->first;
    int last = first;
    for (; line != seen.end() && line->second == hit && line->first <= last + 1; ++line) {
      last = line->first;
      row.hit += hit;
    }
    if (!hit)
      note(row.missed, first == last ? std::to_string(first) : fmt::format("{}-{}", first, last));
  }
  return row;
}

Covered bits(const std::string& module, const std::vector<SignalToggles>& signals) {
  Covered row{"bits", module, 0, 0, ""};
  for (const SignalToggles& signal : signals) {
    const std::size_t width = signal.bits.size();
    row.total += static_cast<std::int64_t>(width);
    const auto still = [&](std::size_t b) { return !signal.bits[b].rose || !signal.bits[b].fell; };
    for (std::size_t low = 0; low < width; ++low) {
      std::size_t end = low;
      while (end < width && still(end)) ++end;
      if (end > low) {
        note(row.missed, named(signal.name, width, low, end - 1));
      }
      low = end;
      row.hit += end < width;
    }
  }
  return row;
}

}  // namespace

void Coverage::add(const ToggleReader& bits) noexcept {
  try {
    const std::string counts = base::read_file(counts_file());
    // A module of assignments alone has no line that Verilator counts.
    if (counts.find("\nC ") != counts.npos) add_line_counts(counts, counts_);
    merge(bits.signals());
  } catch (const std::exception& error) {
    fault_ = error.what();
  }
}

void Coverage::merge(const std::vector<SignalToggles>& signals) {
  if (signals_.empty()) {
    signals_ = signals;
    return;
  }
  JQ_CHECK(signals.size() == signals_.size(), "models of one build have the same signals");
  for (std::size_t s = 0; s < signals.size(); ++s) {
    for (std::size_t b = 0; b < signals[s].bits.size(); ++b) {
      signals_[s].bits[b].rose |= signals[s].bits[b].rose;
      signals_[s].bits[b].fell |= signals[s].bits[b].fell;
    }
  }
}

std::vector<Covered> Coverage::rows() const {
  if (!fault_.empty()) throw base::ConfigError({"--coverage", "", "counts", "", fault_});
  std::map<std::string, std::map<int, bool>> files;
  std::map<std::string, Covered> branches;
  for (const auto& [point, count] : counts_) {
    if (point.module == Wiring::kTop) continue;
    for (const int line : lines_of(point)) {
      bool& hit = files[point.file].emplace(line, false).first->second;
      hit = hit || count > 0;
    }
    const std::string way = point.what.substr(0, point.what.find(' '));
    if (way == "block") continue;
    Covered& row = branches[point.file];
    row.kind = "branches", row.where = point.file;
    ++row.total;
    row.hit += count > 0;
    if (count == 0) note(row.missed, fmt::format("{} {}", point.line, way));
  }
  std::vector<Covered> rows;
  for (const auto& [file, seen] : files) {
    rows.push_back(lines(file, seen));
    const auto has = branches.find(file);
    if (has != branches.end()) rows.push_back(has->second);
  }
  rows.push_back(bits(module_, signals_));
  return rows;
}

}  // namespace jacquard::rtl
