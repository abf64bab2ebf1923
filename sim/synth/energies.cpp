// SPDX-License-Identifier: Apache-2.0
#include "sim/synth/energies.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

#include "jacquard/base/error.hpp"
#include "sim/synth/liberty_scan.hpp"

namespace jacquard::synth {
namespace {

using View = std::string_view;

[[noreturn]] void reject(const std::string& expected, View found) {
  throw base::ConfigError({"a cell library", "", expected, std::string(found.substr(0, 60)), ""});
}

// What stands behind the colon, or between the parentheses, without quotes.
std::string value_of(const Statement& attribute) {
  const std::size_t colon = attribute.head.find(':');
  std::string value(colon == View::npos ? attribute.argument()
                                        : trimmed(attribute.head.substr(colon + 1)));
  value.erase(std::remove(value.begin(), value.end(), '"'), value.end());
  return std::string(trimmed(value));
}

std::vector<std::string> words_of(std::string text) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : text + ' ') {
    if (c != ' ' && c != ',' && c != '\t' && c != '\n') {
      word += c;
    } else if (!word.empty()) {
      words.push_back(std::move(word));
      word.clear();
    }
  }
  return words;
}

double number(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != 0 || !std::isfinite(value)) reject("a finite number", text);
  return value;
}

std::vector<double> numbers(const std::string& text) {
  std::vector<double> all;
  for (const std::string& word : words_of(text)) all.push_back(number(word));
  return all;
}

// "10ps" in ns, by the letters before the unit's own.
double in_unit(const std::string& text, const std::map<std::string, double>& units) {
  char* unit = nullptr;
  const double count = std::strtod(text.c_str(), &unit);
  std::string name(trimmed(View(unit)));
  std::transform(name.begin(), name.end(), name.begin(), ::tolower);
  const auto known = units.find(name);
  if (known == units.end()) reject("a unit of Liberty", text);
  return count * known->second;
}

struct Units {
  double time_ns = 1, load_pf = 1, leakage_mw = 1e-6;
};

struct Template {
  bool slew_first = true;  // variable_1 is the slew
  std::vector<double> first, second;
};

class Reader {
 public:
  LibraryPower read(const std::string& liberty) {
    Statement library;
    Scanner(liberty).next(library);
    Scanner heads(library.body);
    for (Statement s; heads.next(s); s = {}) {
      if (!s.is_group) attribute(s);
      if (s.word() == "power_lut_template") templates_[s.argument()] = template_of(s);
    }
    Scanner cells(library.body);
    for (Statement s; cells.next(s); s = {}) {
      if (s.is_group && s.word() == "cell") power_.cells[s.argument()] = cell(s);
    }
    return std::move(power_);
  }

 private:
  void attribute(const Statement& s) {
    if (s.word() == "nom_voltage") power_.volts = number(value_of(s));
    if (s.word() == "time_unit") {
      units_.time_ns = in_unit(value_of(s), {{"ns", 1}, {"ps", 1e-3}, {"us", 1e3}, {"fs", 1e-6}});
    }
    if (s.word() == "leakage_power_unit") {
      units_.leakage_mw =
          in_unit(value_of(s),
                  {{"mw", 1}, {"uw", 1e-3}, {"nw", 1e-6}, {"pw", 1e-9}, {"fw", 1e-12}, {"w", 1e3}});
    }
    if (s.word() == "capacitive_load_unit") {
      const std::vector<std::string> words = words_of(value_of(s));
      if (words.size() != 2) reject("a capacitive_load_unit", s.head);
      units_.load_pf = in_unit(words[0] + words[1], {{"pf", 1}, {"ff", 1e-3}});
    }
  }

  static Template template_of(const Statement& group) {
    Template t;
    Scanner scan(group.body);
    for (Statement s; scan.next(s); s = {}) {
      if (s.word() == "variable_1") t.slew_first = value_of(s) == "input_transition_time";
      if (s.word() == "index_1") t.first = numbers(value_of(s));
      if (s.word() == "index_2") t.second = numbers(value_of(s));
    }
    return t;
  }

  EnergyTable table(const Statement& group) const {
    const auto known = templates_.find(group.argument());
    Template t = known == templates_.end() ? Template{} : known->second;
    std::vector<double> values;
    Scanner scan(group.body);
    for (Statement s; scan.next(s); s = {}) {
      if (s.word() == "index_1") t.first = numbers(value_of(s));
      if (s.word() == "index_2") t.second = numbers(value_of(s));
      if (s.word() == "values") values = numbers(value_of(s));
    }
    if (values.size() == 1) t.first = t.second = {};
    const std::size_t across = std::max<std::size_t>(t.second.size(), 1);
    const std::size_t down = std::max<std::size_t>(t.first.size(), 1);
    if (values.size() != across * down) reject("a value for each point of its indexes", group.head);
    EnergyTable out;
    (t.slew_first ? out.slews_ns : out.loads_pf) = std::move(t.first);
    (t.slew_first ? out.loads_pf : out.slews_ns) = std::move(t.second);
    for (double& slew : out.slews_ns) slew *= units_.time_ns;
    for (double& load : out.loads_pf) load *= units_.load_pf;
    // Energies are in volts squared times the unit of loads.
    for (std::size_t k = 0; k < values.size(); ++k) {
      const std::size_t at = t.slew_first ? k : (k % down) * across + k / down;
      out.pj.push_back(values[at] * units_.load_pf);
    }
    return out;
  }

  PinPower pin(const Statement& group, const std::set<std::string>& grounds) const {
    PinPower pin;
    Scanner scan(group.body);
    for (Statement s; scan.next(s); s = {}) {
      if (!s.is_group && s.word() == "direction") pin.is_output = value_of(s) == "output";
      if (!s.is_group && s.word() == "capacitance") {
        pin.capacitance_pf = number(value_of(s)) * units_.load_pf;
      }
      if (s.is_group && s.word() == "internal_power") edge(s, grounds, pin);
    }
    return pin;
  }

  void edge(const Statement& group, const std::set<std::string>& grounds, PinPower& pin) const {
    EdgeEnergy edge;
    bool of_ground = false;
    Scanner scan(group.body);
    for (Statement s; scan.next(s); s = {}) {
      if (s.word() == "related_pin") edge.related = words_of(value_of(s));
      if (s.word() == "related_pg_pin") of_ground = grounds.count(value_of(s)) > 0;
      if (s.word() == "rise_power" || s.word() == "power") edge.rise = table(s);
      if (s.word() == "fall_power" || s.word() == "power") edge.fall = table(s);
    }
    if (!of_ground) pin.edges.push_back(std::move(edge));
  }

  static std::set<std::string> grounds_of(const Statement& cell) {
    std::set<std::string> grounds;
    Scanner scan(cell.body);
    for (Statement s; scan.next(s); s = {}) {
      if (s.word() == "pg_pin" && s.body.find("ground") != View::npos) grounds.insert(s.argument());
    }
    return grounds;
  }

  CellPower cell(const Statement& group) const {
    CellPower cell;
    const std::set<std::string> grounds = grounds_of(group);
    std::vector<double> by_state;
    Scanner scan(group.body);
    for (Statement s; scan.next(s); s = {}) {
      if (s.word() == "cell_leakage_power") {
        cell.leakage_mw = number(value_of(s)) * units_.leakage_mw;
      } else if (s.word() == "leakage_power" && s.is_group) {
        Scanner inside(s.body);
        double value = 0;
        bool of_ground = false;
        for (Statement a; inside.next(a); a = {}) {
          if (a.word() == "value") value = number(value_of(a)) * units_.leakage_mw;
          if (a.word() == "related_pg_pin") of_ground = grounds.count(value_of(a)) > 0;
        }
        if (!of_ground) by_state.push_back(value);
      } else if (s.is_group && s.word() == "ff") {
        cell.is_register = true;
      } else if (s.is_group && s.word() == "pin") {
        cell.pins[s.argument()] = pin(s, grounds);
      }
    }
    if (!cell.leakage_mw && !by_state.empty()) {
      double sum = 0;
      for (const double value : by_state) sum += value;
      cell.leakage_mw = sum / static_cast<double>(by_state.size());
    }
    return cell;
  }

  Units units_;
  std::map<std::string, Template> templates_;
  LibraryPower power_;
};

// Where a value lies among points: the point before, and how far it is to the next.
struct Place {
  std::size_t at = 0;
  double share = 0;
};

Place place_of(double value, const std::vector<double>& points) {
  if (points.size() < 2 || value <= points.front()) return {};
  if (value >= points.back()) return {points.size() - 2, 1};
  const auto next = std::upper_bound(points.begin(), points.end(), value);
  const auto at = static_cast<std::size_t>(next - points.begin()) - 1;
  return {at, (value - points[at]) / (points[at + 1] - points[at])};
}

}  // namespace

double EnergyTable::at(double slew_ns, double load_pf) const {
  if (pj.empty()) return 0;
  const Place slew = place_of(slew_ns, slews_ns), load = place_of(load_pf, loads_pf);
  const std::size_t across = std::max<std::size_t>(loads_pf.size(), 1);
  const auto row = [&](std::size_t s) {
    const std::size_t first = s * across + load.at;
    if (load.share == 0) return pj[first];
    return pj[first] + load.share * (pj[first + 1] - pj[first]);
  };
  if (slew.share == 0) return row(slew.at);
  return row(slew.at) + slew.share * (row(slew.at + 1) - row(slew.at));
}

bool CellPower::has_energies() const {
  return std::any_of(pins.begin(), pins.end(),
                     [](const auto& pin) { return !pin.second.edges.empty(); });
}

LibraryPower library_power(const std::string& liberty) { return Reader().read(liberty); }

}  // namespace jacquard::synth
