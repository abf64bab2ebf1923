// SPDX-License-Identifier: Apache-2.0
// What a controller says to a DRAM channel.
#pragma once

#include <cstdint>

#include "jacquard/memory/timing.hpp"

namespace jacquard::memory {

// refresh_bank: of one bank (HBM), of the same bank of every group (DDR5).
enum class CommandKind : std::uint8_t { activate, read, write, precharge, refresh, refresh_bank };

const char* name_of(CommandKind kind);  // "ACT", "RD", "WR", "PRE", "REF", "REFB"

struct Command {
  Clock clock = 0;
  CommandKind kind = CommandKind::activate;
  int group = 0;  // -1: every group (refresh, refresh_bank of DDR5)
  int bank = 0;   // -1: every bank (refresh)
  std::int64_t row = 0;
  int column = 0;
};

}  // namespace jacquard::memory
