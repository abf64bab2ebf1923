// SPDX-License-Identifier: Apache-2.0
// What a user says of a replay.
#pragma once

#include <string>
#include <vector>

#include "jacquard/config/field_table.hpp"
#include "systemc/stack/replay.hpp"

namespace jacquard::genstack {

enum class OnDemandScheduler { golden, rtl, software };

struct ReplayConfig {
  std::string late;  // as read_late() takes it
  systemc::LatePolicy policy = systemc::LatePolicy::delay;
  workload::ExpertRouting routing;
  OnDemandScheduler scheduler = OnDemandScheduler::golden;
  schedule::CoreKind core = schedule::CoreKind::ladder;
  int bits = 8;
  base::Picoseconds clock{1'000};
  std::string name = "auto";
  base::Picoseconds latency{0};
  base::Picoseconds forward = demand::kUsualForward;
};

const config::FieldTable<ReplayConfig>& replay_fields();

// "npu:3:2ms,npu:7:50us": NPUs of these ranks begin the step so late; "": none. Throws ConfigError
// at `place` for anything else.
std::vector<systemc::LateNpu> read_late(const std::string& text, const config::Place& place);

}  // namespace jacquard::genstack
