// SPDX-License-Identifier: Apache-2.0
#include "systemc/photonic/digital_switch.hpp"

#include <utility>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "systemc/kernel/time.hpp"

namespace jacquard::systemc {

DigitalSwitch::DigitalSwitch(const sc_core::sc_module_name& name, int ports,
                             base::BitsPerSecond rate, const SwitchConfig& config,
                             std::unique_ptr<schedule::Arbiter> arbiter)
    : sc_module(name),
      ports_(ports),
      rate_(rate),
      config_(config),
      arbiter_(std::move(arbiter)),
      waiting_(ports),
      queues_(static_cast<std::size_t>(ports) * static_cast<std::size_t>(ports)) {}

void DigitalSwitch::send(int input, int output, base::Bytes payload, Call arrived) {
  JQ_CHECK(input >= 0 && input < ports_ && output >= 0 && output < ports_,
           "a switch has ports 0 .. N - 1");
  const std::int64_t cells = config_.cells(payload);
  queues_[base::cell(input, output, ports_)].push_back({cells, payload, std::move(arrived)});
  waiting_.add(input, output, cells);
  waiting_cells_ += cells;
  if (running_) return;
  running_ = true;
  slot_ = base::bytes_carried(now(), rate_).count() / config_.on_wire().count();
  while (begin_of(slot_) < now()) ++slot_;
  agenda_.at(begin_of(slot_), [this] { begin_slot(); });
}

base::Picoseconds DigitalSwitch::begin_of(std::int64_t slot) const {
  return base::transfer_time(config_.on_wire() * slot, rate_);
}

void DigitalSwitch::begin_slot() {
  if (waiting_cells_ == 0) {
    running_ = false;
    return;
  }
  const base::Picoseconds end = begin_of(++slot_);
  const schedule::Matching& pairs = arbiter_->arbitrate(waiting_);
  for (int input = 0; input < ports_; ++input) {
    const int output = base::at(pairs, input);
    if (output != schedule::kUnmatched) move(input, output, end);
  }
  agenda_.at(end, [this] { begin_slot(); });
}

void DigitalSwitch::move(int input, int output, base::Picoseconds end) {
  waiting_.remove_one(input, output);
  --waiting_cells_;
  ++cells_;
  std::deque<Message>& queue = queues_[base::cell(input, output, ports_)];
  Message& message = queue.front();
  if (--message.cells > 0) return;
  payload_ += message.payload;
  agenda_.at(base::plus(end, config_.latency), std::move(message.arrived));
  queue.pop_front();
}

base::Joules DigitalSwitch::energy() const {
  return config_.energy_per_bit * static_cast<double>(cells_ * config_.on_wire().count() * 8);
}

}  // namespace jacquard::systemc
