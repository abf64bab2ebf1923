// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/metric.hpp"

namespace jacquard::report {
namespace {

struct UnitWords {
  const char* name;
  const char* in_key;  // "" if keys do not say it
  bool at_end;         // of the key; else anywhere
};

// In the order of Unit.
constexpr UnitWords kUnits[] = {
    {"text", "", false},
    {"true or false", "", false},
    {"count", "", false},
    {"ratio", "", false},
    {"any", "", false},
    {"ps", "_ps", true},
    {"ns", "_ns", true},
    {"us", "_us", true},
    {"ms", "_ms", true},
    {"s", "_s", true},
    {"1/s", "_per_s", false},
    {"bytes", "_bytes", false},
    {"bytes/s", "_bytes_per_s", true},
    {"um2", "_um2", true},
    {"mm2", "_mm2", true},
    {"USD", "_usd", true},
    {"J", "_j", true},
    {"cycles", "_cycles", false},
    {"slots", "_slots", false},
    {"quanta", "_quanta", false},
};

const UnitWords& words_of(Unit unit) { return kUnits[static_cast<std::size_t>(unit)]; }

bool ends_in(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

// Of a clock on the wall or of a simulated one: the unit is the same.
std::string without_wall(std::string words) {
  const std::string wall = "_wall_";
  for (auto at = words.find(wall); at != std::string::npos; at = words.find(wall, at)) {
    words.replace(at, wall.size(), "_");
  }
  return words;
}

}  // namespace

const char* name_of(Unit unit) { return words_of(unit).name; }

std::string suffix_fault(const std::string& key, Unit unit) {
  const std::string own = words_of(unit).in_key;
  const std::string words = without_wall("_" + key);
  const UnitWords* longest = nullptr;
  for (const UnitWords& other : kUnits) {
    const std::string suffix = other.in_key;
    if (suffix.empty() || !ends_in(words, suffix)) continue;
    if (longest == nullptr || suffix.size() > std::string(longest->in_key).size()) longest = &other;
  }
  if (longest != nullptr && longest->in_key != own) {
    return "key ends in " + std::string(longest->in_key) + ", unit is " + name_of(unit);
  }
  const bool said = longest != nullptr || own.empty() ||
                    (!words_of(unit).at_end && (words + "_").find(own + "_") != std::string::npos);
  return said ? "" : "key does not say its unit, " + std::string(name_of(unit));
}

RowKind named(std::string name, RowKind kind) {
  kind.name = std::move(name);
  return kind;
}

}  // namespace jacquard::report
