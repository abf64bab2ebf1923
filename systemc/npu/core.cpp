// SPDX-License-Identifier: Apache-2.0
#include "systemc/npu/core.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/divide_up.hpp"
#include "jacquard/base/error.hpp"
#include "systemc/kernel/time.hpp"

namespace jacquard::systemc {
namespace {

constexpr int kArrays = static_cast<int>(TileOpKind::compute);

}  // namespace

using base::Bytes;
using base::Picoseconds;

Core::Core(const sc_core::sc_module_name& name, const CoreConfig& config, memory::Fidelity fidelity)
    : sc_core::sc_module(name),
      loads("loads", fidelity, config.outstanding),
      stores("stores", fidelity, config.outstanding),
      config_(config) {
  SC_HAS_PROCESS(Core);
  SC_METHOD(act);
  sensitive << wake_;
  dont_initialize();
}

void Core::start(std::vector<TileOp> program, Done done) {
  JQ_CHECK(left_ == 0, "a core runs one program at a time");
  program_ = std::move(program);
  done_ = std::move(done);
  left_ = program_.size();
  states_.assign(program_.size(), {});
  for (Unit& unit : units_) unit = {};
  for (std::size_t i = 0; i < program_.size(); ++i) {
    const TileOp& op = program_[i];
    const auto index = static_cast<std::int32_t>(i);
    for (const std::int32_t other : op.after) base::at(states_, other).results.push_back(index);
    for (const std::int32_t other : op.after_read) base::at(states_, other).reads.push_back(index);
    states_[i].waits = static_cast<std::int32_t>(op.after.size() + op.after_read.size());
    base::at(units_, static_cast<int>(op.kind)).ops.push_back(index);
  }
  computed_ = false;
  figures_.first_compute = figures_.last_compute = figures_.end = now();
  later(now(), {What::issue, 0});
}

void Core::later(Picoseconds when, Due due) {
  due_.emplace(when.count(), due);
  wake_.notify(until(Picoseconds{due_.begin()->first}));
}

void Core::act() {
  while (!due_.empty() && due_.begin()->first <= now().count()) {
    const Due due = due_.begin()->second;
    due_.erase(due_.begin());
    switch (due.what) {
      case What::issue:
        if (left_ == 0) {  // an empty program
          const Done done = std::move(done_);
          return done();
        }
        for (int kind = 0; kind < kTileOpKinds; ++kind) issue_ready(static_cast<TileOpKind>(kind));
        break;
      case What::read:
        release(base::at(states_, due.op).reads);
        issue_ready(base::at(program_, due.op).kind);
        break;
      case What::result:
        finish(due.op);
        break;
    }
  }
  if (!due_.empty()) wake_.notify(until(Picoseconds{due_.begin()->first}));
}

void Core::issue_ready(TileOpKind kind) {
  Unit& unit = base::at(units_, static_cast<int>(kind));
  while (unit.next < unit.ops.size() && unit.free <= now() &&
         base::at(states_, unit.ops[unit.next]).waits == 0) {
    begin(unit.ops[unit.next++]);
  }
}

void Core::begin(std::int32_t index) {
  switch (base::at(program_, index).kind) {
    case TileOpKind::load:
      return move(index, loads, memory::Direction::read);
    case TileOpKind::store:
      return move(index, stores, memory::Direction::write);
    case TileOpKind::compute:
    case TileOpKind::vector:
      return work(index);
  }
}

// The engine hands all accesses over at once; the port keeps those that are too many.
void Core::move(std::int32_t index, MemoryPort& port, memory::Direction direction) {
  const Region region = base::at(program_, index).region;
  const std::int64_t row = region.row.count(), most = config_.access.count();
  State& state = base::at(states_, index);
  state.accesses = region.rows * base::divide_up(row, most);
  (direction == memory::Direction::read ? figures_.loaded : figures_.stored) += region.bytes();
  if (state.accesses == 0) return later(now(), {What::result, index});
  for (std::int64_t r = 0; r < region.rows; ++r) {
    const std::uint64_t from =
        region.address + static_cast<std::uint64_t>(r * region.pitch.count());
    for (std::int64_t at = 0; at < row; at += most) {
      port.submit(
          {from + static_cast<std::uint64_t>(at), Bytes{std::min(most, row - at)}, direction},
          [this, index] {
            if (--base::at(states_, index).accesses == 0) {
              later(now(), {What::result, index});
            }
          });
    }
  }
}

Picoseconds Core::next_edge() const {
  const std::int64_t period = config_.clock.count();
  return Picoseconds{base::divide_up(now().count(), period) * period};
}

void Core::work(std::int32_t index) {
  const TileOp& op = base::at(program_, index);
  const Picoseconds from = next_edge();
  const Picoseconds read = from + config_.clock * op.issue;
  const Picoseconds result = read + config_.clock * op.drain;
  base::at(units_, static_cast<int>(op.kind)).free = read;
  if (op.kind == TileOpKind::compute) {
    if (!computed_) figures_.first_compute = from;
    computed_ = true;
    figures_.clocks += op.issue;
    figures_.last_compute = std::max(figures_.last_compute, result);
  }
  later(read, {What::read, index});
  later(result, {What::result, index});
}

void Core::release(std::vector<std::int32_t>& waiting) {
  for (const std::int32_t index : waiting) {
    if (--base::at(states_, index).waits == 0) issue_ready(base::at(program_, index).kind);
  }
  waiting.clear();
}

void Core::finish(std::int32_t index) {
  release(base::at(states_, index).results);
  figures_.end = now();
  if (--left_ == 0) {
    if (computed_) {
      const Picoseconds drain = figures_.last_compute - base::at(units_, kArrays).free;
      figures_.clocks += drain.count() / config_.clock.count();
    }
    const Done done = std::move(done_);
    done();
  }
}

}  // namespace jacquard::systemc
