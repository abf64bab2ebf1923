// SPDX-License-Identifier: Apache-2.0
// What exchanges on circuits leave for those after them.
#pragma once

#include <memory>

#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/schedule/kept/connected.hpp"

namespace jacquard::systemc {

struct LeftBehind {
  schedule::Connected connected;  // by the crossbar
  bool turned = false;            // whether the schedule is one turned around
  demand::QuantaMatrix demand;    // that was decided on first
  schedule::Schedule schedule;    // of it
};

// Those before an exchange, as far as it builds on them.
struct Before {
  std::shared_ptr<const LeftBehind> last;      // on this crossbar; null: it is dark
  std::shared_ptr<const LeftBehind> dispatch;  // that this exchange turns around; null: none
};

}  // namespace jacquard::systemc
