// SPDX-License-Identifier: Apache-2.0
#include "systemc/circuit/timetable.hpp"

#include <string>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/config/quantity_text.hpp"

namespace jacquard::systemc {
namespace {

std::string span_text(base::Picoseconds from, base::Picoseconds to) {
  return config::show_quantity(from) + " to " + config::show_quantity(to);
}

[[noreturn]] void overlapping(const std::string& port, base::Picoseconds guard,
                              base::Picoseconds until, const Connection& c) {
  throw base::ConfigError({"schedule", "",
                           "settings of a crossbar that follow each other with a guard time of " +
                               config::show_quantity(guard) + " between them",
                           port + " asked for from " + span_text(c.from, c.to) +
                               ", though connected until " + config::show_quantity(until),
                           ""});
}

}  // namespace

Timetable::Timetable(int inputs, int outputs, base::Picoseconds guard)
    : guard_(guard),
      inputs_(static_cast<std::size_t>(inputs)),
      last_of_input_(static_cast<std::size_t>(inputs)),
      last_of_output_(static_cast<std::size_t>(outputs)) {}

void Timetable::connect(int input, Connection c) {
  auto& last = base::at(last_of_input_, input);
  auto& use = base::at(last_of_output_, c.output);
  const bool same = last.output == c.output && use.input == input;
  const base::Picoseconds gap = same ? base::Picoseconds{0} : guard_;
  if (last.output >= 0 && c.from < last.to + gap) {
    overlapping("input " + std::to_string(input), gap, last.to, c);
  }
  if (use.input >= 0 && c.from < use.to + gap) {
    overlapping("output " + std::to_string(c.output), gap, use.to, c);
  }
  last = c;
  use = {input, c.to};
  base::at(inputs_, input).push_back(c);
}

void Timetable::disconnect(int input, base::Picoseconds at) {
  Connection& last = base::at(last_of_input_, input);
  last.to = at;
  base::at(last_of_output_, last.output).to = at;
  auto& known = base::at(inputs_, input);
  if (!known.empty()) known.back().to = at;
}

Connection Timetable::at(int input, base::Picoseconds time) {
  auto& coming = base::at(inputs_, input);
  while (!coming.empty() && coming.front().to <= time) coming.pop_front();
  if (coming.empty() || coming.front().from > time) return {};
  return coming.front();
}

}  // namespace jacquard::systemc
