// SPDX-License-Identifier: Apache-2.0
#include "sim/synth/liberty_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "jacquard/base/error.hpp"
#include "sim/synth/liberty_scan.hpp"

namespace jacquard::synth {
namespace {

using View = std::string_view;

// Nor with lines that go on after a backslash. In one pass: libraries have tens of megabytes.
std::string without_comments(View text) {
  std::string kept;
  kept.reserve(text.size());
  const auto is_pair = [&](std::size_t at, char first, char second) {
    return text[at] == first && at + 1 < text.size() && text[at + 1] == second;
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (is_pair(at, '\\', '\n')) {
      ++at;
    } else if (is_pair(at, '/', '*')) {
      const std::size_t close = text.find("*/", at + 2);
      at = close == View::npos ? text.size() : close + 1;
    } else {
      kept += text[at];
    }
  }
  return kept;
}

bool is_power(View word) {
  return word == "internal_power" || word == "leakage_power" || word == "power_lut_template";
}

// Liberty's own groups are six deep.
constexpr int kDeepest = 16;

// Writes a group; says whether it holds an ff group.
bool write_group(const Statement& group, std::string& out, const std::string& name, bool with_power,
                 int depth = 0) {
  if (depth > kDeepest) {
    throw base::ConfigError(
        {name, "", fmt::format("at most {} groups within each other", kDeepest), "more", ""});
  }
  bool has_ff = false;
  out.append(group.head).append(" {\n");
  Scanner scan(group.body);
  for (Statement s; scan.next(s); s = {}) {
    if (!with_power && s.is_group && is_power(s.word())) continue;
    if (s.is_group) {
      has_ff |= s.word() == "ff";
      write_group(s, out, name, with_power, depth + 1);
    } else {
      out.append(s.head).append(";\n");
    }
  }
  out += "}\n";
  return has_ff;
}

class Joining {
 public:
  Joining(const std::vector<std::string>& not_used, bool with_power)
      : not_used_(not_used), with_power_(with_power) {}

  void add(const std::string& text, const std::string& name) {
    const std::string plain = without_comments(text);
    Scanner outside(plain);
    Statement library;
    if (!outside.next(library) || library.word() != "library" || outside.unclosed()) {
      throw base::ConfigError({name, "", "a Liberty file, library (NAME) { ... }", "none", ""});
    }
    const bool first = joined_.text.empty();
    if (first) joined_.text.append(library.head).append(" {\n");
    Scanner scan(library.body);
    for (Statement s; scan.next(s); s = {}) {
      if (!s.is_group) {
        if (is_unit(s.word())) require_same(s, name);
        if (first) joined_.text.append(s.head).append(";\n");
      } else {
        take(s, name);
      }
    }
  }
  JoinedLiberty take_all() {
    joined_.text += "}\n";
    return std::move(joined_);
  }

 private:
  static bool is_unit(View word) { return word == "time_unit" || word == "capacitive_load_unit"; }

  // Figures of all files are read by the units of the first.
  void require_same(const Statement& unit, const std::string& file) {
    std::string value(unit.head.substr(unit.word().size()));
    const auto is_mark = [](char c) { return View(" \t\":").find(c) != View::npos; };
    value.erase(std::remove_if(value.begin(), value.end(), is_mark), value.end());
    const auto [known, added] = units_.emplace(unit.word(), value);
    if (!added && known->second != value) {
      throw base::ConfigError(
          {file, "", fmt::format("{} {} as in the files before", known->first, known->second),
           value, ""});
    }
  }

  void take(const Statement& group, const std::string& file) {
    if (!with_power_ && is_power(group.word())) return;
    const std::string name = group.argument();
    if (group.word() != "cell") {
      if (others_.insert(std::string(group.word()) + ' ' + name).second) {
        write_group(group, joined_.text, file, with_power_);
      }
      return;
    }
    const auto unused = [&](const std::string& pattern) { return matches(pattern, name); };
    if (std::any_of(not_used_.begin(), not_used_.end(), unused)) return;
    if (!joined_.cells.insert(name).second) return;
    if (write_group(group, joined_.text, file, with_power_)) joined_.flip_flops.insert(name);
  }

  const std::vector<std::string>& not_used_;
  bool with_power_;
  std::set<std::string> others_;
  std::map<std::string, std::string> units_;
  JoinedLiberty joined_;
};

}  // namespace

// A star takes as little as it can; only the last one seen ever has to take more.
bool matches(View pattern, View name) {
  std::size_t p = 0, n = 0, star = View::npos, taken = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      taken = n;
    } else if (p < pattern.size() && pattern[p] == name[n]) {
      ++p, ++n;
    } else if (star != View::npos) {
      p = star + 1;
      n = ++taken;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == View::npos;
}

JoinedLiberty join_liberty(const std::vector<std::string>& texts,
                           const std::vector<std::string>& names,
                           const std::vector<std::string>& not_used, bool with_power) {
  Joining joining(not_used, with_power);
  for (std::size_t k = 0; k < texts.size(); ++k) joining.add(texts[k], names.at(k));
  return joining.take_all();
}

std::map<std::string, std::string> pins_of(const std::string& liberty, const std::string& cell) {
  std::map<std::string, std::string> pins;
  Statement library, group, pin, attribute;
  Scanner(liberty).next(library);
  Scanner groups(library.body);
  for (; groups.next(group); group = {}) {
    if (group.word() != "cell" || group.argument() != cell) continue;
    Scanner members(group.body);
    for (; members.next(pin); pin = {}) {
      if (!pin.is_group || pin.word() != "pin") continue;
      std::string& direction = pins[pin.argument()];
      Scanner attributes(pin.body);
      for (; attributes.next(attribute); attribute = {}) {
        if (attribute.word() != "direction") continue;
        direction = trimmed(attribute.head.substr(attribute.head.find(':') + 1));
        direction.erase(std::remove(direction.begin(), direction.end(), '"'), direction.end());
      }
    }
    break;
  }
  return pins;
}

}  // namespace jacquard::synth
