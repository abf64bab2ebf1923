// SPDX-License-Identifier: Apache-2.0
// Chronos s8 says of BhaVaN: 64 ports in less than 1 us and 1 mm2, 16 nm. Ours is the ladder at 64
// ports, 8 bits, S = 4, synthesised in 180 nm cells and scaled, the slow and large end.
#pragma once

#include "papers/published/answers.hpp"

namespace jacquard::studies {

// The slower of MoE and uniform matrices, load included. Synthesis takes a minute or two the first
// time; where its tools are missing, `ours` is null and the remark names their packages.
report::Answer bhavan_time(const report::Question& question);
report::Answer bhavan_area(const report::Question& question);

}  // namespace jacquard::studies
