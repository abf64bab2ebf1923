// SPDX-License-Identifier: Apache-2.0
#include "systemc/circuit/circuit_switch.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"

namespace jacquard::systemc {
namespace {

using base::Picoseconds;

__extension__ using Wide = __int128;

// How many of the transfer's bytes have passed entirely at `time`.
std::int64_t passed(const Transfer& t, Picoseconds time) {
  const Picoseconds within = std::clamp(time, t.head, t.tail) - t.head;
  const auto product = static_cast<Wide>(t.bytes.count) * within.count();
  return static_cast<std::int64_t>(product / (t.tail - t.head).count());
}

// How many have begun to pass.
std::int64_t begun(const Transfer& t, Picoseconds time) {
  const Picoseconds within = std::clamp(time, t.head, t.tail) - t.head;
  const std::int64_t span = (t.tail - t.head).count();
  const auto product = static_cast<Wide>(t.bytes.count) * within.count();
  return static_cast<std::int64_t>((product + span - 1) / span);
}

}  // namespace

CircuitSwitch::CircuitSwitch(const sc_core::sc_module_name& name, Shape shape, int place,
                             LossSink& losses)
    : sc_core::sc_module(name),
      timetable_(shape.inputs, shape.outputs, shape.guard),
      place_(place),
      losses_(losses),
      links_(static_cast<std::size_t>(shape.outputs)),
      outages_(static_cast<std::size_t>(std::max(shape.inputs, shape.outputs))),
      use_(static_cast<std::size_t>(shape.outputs)) {}

void CircuitSwitch::connect_output(int port, Link& link) { base::at(links_, port) = &link; }

void CircuitSwitch::set_outages(const std::vector<Interval>* of_input, int port) {
  base::at(outages_, port) = of_input;
}

void CircuitSwitch::apply(const Setting& setting) {
  for (std::size_t input = 0; input < setting.columns.size(); ++input) {
    const int output = setting.columns[input];
    if (output == schedule::kUnmatched) continue;
    timetable_.connect(static_cast<int>(input), {output, setting.from, setting.to});
  }
  count_guard(setting);
}

void CircuitSwitch::count_guard(const Setting& setting) {
  for (PortUse& use : use_) use.guard += setting.from - setting.guard_from;
}

// The bits of a transfer pass one after the other. Those that find a circuit, on links that are up,
// go on; the others are lost, and cut a transfer in parts.
void CircuitSwitch::arrive(int port, const Transfer& whole) {
  static const std::vector<Interval> none;
  const auto outages_of = [&](int p) -> const std::vector<Interval>& {
    const auto* outages = base::at(outages_, p);
    return outages == nullptr ? none : *outages;
  };
  Transfer transfer = whole;
  transfer.stamp(place_);
  const Connection c = timetable_.at(port, transfer.head);
  if (c.output < 0) {
    // The circuit may begin while it passes, yet its first bits met none.
    losses_.lost(transfer, transfer.bytes, Why::guard);
    return;
  }
  if (transfer.tail <= c.to && outages_of(port).empty() && outages_of(c.output).empty()) {
    carry(c.output, transfer);
    return;
  }
  const Interval span{transfer.head, std::min(transfer.tail, c.to)};
  std::int64_t done = 0;  // bytes accounted for
  for (const Interval& up : without(span, outages_of(port))) {
    for (const Interval& both : without(up, outages_of(c.output))) {
      const std::int64_t first = begun(transfer, both.from);
      const std::int64_t end = passed(transfer, both.to);
      if (first >= end) continue;
      if (first > done)
        losses_.lost(transfer, {transfer.bytes.first + done, first - done}, Why::outage);
      Transfer part = transfer;
      part.bytes = {transfer.bytes.first + first, end - first};
      part.head = both.from;
      part.tail = both.to;
      carry(c.output, part);
      done = end;
    }
  }
  if (done < transfer.bytes.count) {
    const Why why = transfer.tail > c.to ? Why::guard : Why::outage;
    losses_.lost(transfer, {transfer.bytes.first + done, transfer.bytes.count - done}, why);
  }
}

void CircuitSwitch::carry(int output, Transfer part) {
  PortUse& use = base::at(use_, output);
  use.bytes += base::Bytes{part.bytes.count};
  use.carried += part.tail - part.head;
  base::at(links_, output)->send(part);
}

}  // namespace jacquard::systemc
