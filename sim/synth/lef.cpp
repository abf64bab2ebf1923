// SPDX-License-Identifier: Apache-2.0
#include "sim/synth/lef.hpp"

#include <fmt/format.h>

#include <cmath>
#include <sstream>

#include "jacquard/base/error.hpp"

namespace jacquard::synth {
namespace {

constexpr double kLargest = 1e6;      // um; places beyond could not be counted
constexpr double kLeastPitch = 0.01;  // um, the unit of places

// The words of a LEF file; a # starts a comment.
class Words {
 public:
  Words(const std::string& text, const std::string& source) : source_(source) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      for (std::string word; words >> word && word[0] != '#';) words_.push_back(word);
    }
  }

  bool end() const { return at_ == words_.size(); }
  std::string next() { return end() ? std::string() : words_[at_++]; }

  double number() {
    const std::string word = next();
    char* rest = nullptr;
    const double value = std::strtod(word.c_str(), &rest);
    if (word.empty() || *rest != '\0' || !(std::abs(value) <= kLargest)) {
      fail("a number in a LEF file", "'" + word + "'");
    }
    return value;
  }
  [[noreturn]] void fail(const std::string& expected, const std::string& found) const {
    throw base::ConfigError({source_, "", expected, found, ""});
  }

  void skip_to(const std::string& word) {
    while (!end() && next() != word) {
    }
  }
  // To the "END name" that closes what is being read.
  void skip_section(const std::string& name) {
    do skip_to("END");
    while (!end() && next() != name);
  }

 private:
  std::string source_;
  std::vector<std::string> words_;
  std::size_t at_ = 0;
};

void read_layer(Words& words, Lef& lef) {
  LefLayer layer;
  layer.name = words.next();
  bool routes = false;
  double width = 0, area = 0, edge = 0;
  while (!words.end()) {
    const std::string word = words.next();
    if (word == "END" && words.next() == layer.name) break;
    if (word == "TYPE") routes = words.next() == "ROUTING";
    if (word == "DIRECTION") layer.is_vertical = words.next() == "VERTICAL";
    if (word == "PITCH") layer.pitch_um = words.number();
    if (word == "WIDTH") width = words.number();
    if (word == "CPERSQDIST") area = words.number();
    if (word == "EDGECAPACITANCE") edge = words.number();
  }
  layer.pf_per_um = width * area + 2 * edge;
  if (routes && layer.pitch_um < kLeastPitch) {
    words.fail("a PITCH of at least 0.01 um in layer " + layer.name,
               fmt::format("{}", layer.pitch_um));
  }
  if (routes) lef.layers.push_back(layer);
}

// The first RECT within the pin.
LefPoint read_pin(Words& words, const std::string& name) {
  LefPoint middle;
  bool found = false, in_port = false;
  while (!words.end()) {
    const std::string word = words.next();
    if (word == "PORT") in_port = true;
    if (word == "END" && !in_port && words.next() == name) break;
    if (word == "END") in_port = false;
    if (word != "RECT" || found) continue;
    const double left = words.number(), bottom = words.number();
    const double right = words.number(), top = words.number();
    middle = {(left + right) / 2, (bottom + top) / 2};
    found = true;
  }
  return middle;
}

void read_cell(Words& words, Lef& lef) {
  const std::string name = words.next();
  LefCell& cell = lef.cells[name];
  LefPoint origin;
  while (!words.end()) {
    const std::string word = words.next();
    if (word == "END" && words.next() == name) break;
    if (word == "ORIGIN") {
      origin.x_um = words.number();
      origin.y_um = words.number();
    } else if (word == "SIZE") {
      cell.width_um = words.number();
      words.skip_to("BY");
      cell.height_um = words.number();
    } else if (word == "PIN") {
      const std::string pin = words.next();
      cell.pins[pin] = read_pin(words, pin);
    } else if (word == "OBS") {
      words.skip_to("END");
    }
  }
  for (auto& [pin, at] : cell.pins) at = {at.x_um + origin.x_um, at.y_um + origin.y_um};
}

}  // namespace

const LefCell& Lef::cell(const std::string& name) const {
  const auto found = cells.find(name);
  if (found == cells.end()) {
    throw base::ConfigError({"LEF", "", "the library's cell " + name, "none", ""});
  }
  return found->second;
}

Lef read_lef(const std::string& text, const std::string& source) {
  Words words(text, source);
  Lef lef;
  while (!words.end()) {
    const std::string word = words.next();
    if (word == "LAYER") read_layer(words, lef);
    if (word == "MACRO") read_cell(words, lef);
    if (word == "VIA" || word == "VIARULE" || word == "SITE") words.skip_section(words.next());
    if (word == "PROPERTYDEFINITIONS") words.skip_section(word);
  }
  if (lef.layers.empty()) {
    throw base::ConfigError({source, "", "LEF with a layer that routes", "none", ""});
  }
  return lef;
}

}  // namespace jacquard::synth
