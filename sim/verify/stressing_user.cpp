// SPDX-License-Identifier: Apache-2.0
#include "sim/verify/stressing_user.hpp"

namespace jacquard::verify {

using schedule::CoreInputs;
using schedule::CoreOutputs;

Emitted emitted(const schedule::Schedule& schedule) {
  Emitted all;
  for (schedule::SettingCursor s(schedule); !s.done(); s.next()) {
    all.holds.push_back(s.hold());
    all.settings.push_back(s.columns());
  }
  return all;
}

schedule::Schedule schedule_of(const Emitted& emitted, int ports) {
  schedule::Schedule schedule(ports);
  for (std::size_t i = 0; i < emitted.holds.size(); ++i) {
    schedule.append(emitted.settings[i], emitted.holds[i]);
  }
  return schedule;
}

StressingUser::StressingUser(const demand::QuantaMatrix& demand, const CoreInputs& options,
                             base::Rng rng)
    : demand_(demand), options_(options), rng_(rng), ready_share_(0.25 + 0.75 * rng_.uniform()) {
  options_.guard = schedule::guard_quanta(demand.clock());
}

Emitted StressingUser::run(schedule::Core& core, std::int64_t abort_after) {
  load(core);
  Emitted got;
  CoreInputs in = options_;
  in.start = true;
  core.step(in);
  in.start = false;
  // The options were read with the start.
  in.guard = schedule::kMostGuard - in.guard;
  in.fill = !in.fill;
  const bool reset_instead = rng_.chance(0.3);
  for (std::int64_t clock = 0;; ++clock) {
    if (clock == abort_after && reset_instead) {
      core.reset();
      return got;
    }
    in.abort = clock == abort_after;
    in.ready = rng_.chance(ready_share_);
    in.start = rng_.chance(0.1);
    in.load = rng_.chance(0.1);
    stray_rows(core.shape(), in);
    const CoreOutputs& out = core.step(in);
    if (out.done) {
      abandon(core);
      return got;
    }
    if (out.valid && in.ready) {
      got.holds.push_back(out.hold);
      got.settings.push_back(out.columns);
    }
    if (in.abort) return got;
  }
}

void StressingUser::load(schedule::Core& core) {
  CoreInputs in = options_;
  for (int row = 0; row < demand_.ports();) {
    in.abort = rng_.chance(0.5 / demand_.ports());
    in.load = rng_.chance(0.7);
    in.start = rng_.chance(0.1);  // too early: ignored
    in.ready = rng_.chance(0.5);
    stray_rows(core.shape(), in);
    if (in.load) put_rows(core.shape(), demand_, row, in);
    row += core.step(in).load_ready && in.load ? core.shape().rows_per_clock : 0;
    if (in.abort) row = 0;
  }
}

// Done was seen together with a stray load, perhaps: leave the core empty.
void StressingUser::abandon(schedule::Core& core) {
  CoreInputs in = options_;
  in.abort = true;
  core.step(in);
}

void StressingUser::stray_rows(const schedule::CoreShape& shape, CoreInputs& in) {
  in.row.resize(static_cast<std::size_t>(shape.rows_per_clock * shape.ports));
  if (in.load) {
    for (std::uint32_t& count : in.row) count = static_cast<std::uint32_t>(rng_() & 1);
  }
}

}  // namespace jacquard::verify
