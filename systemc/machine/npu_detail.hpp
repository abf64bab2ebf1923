// SPDX-License-Identifier: Apache-2.0
// How closely computations of a machine's NPUs are simulated, and on which cores.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "jacquard/base/units.hpp"
#include "jacquard/config/field_table.hpp"
#include "jacquard/config/place.hpp"
#include "systemc/machine/machine_npu.hpp"

namespace jacquard::machine {

// roofline  each computation takes what the device's law says
// systolic  products run tile by tile on systolic cores, all else by the law
enum class NpuDetail : std::uint8_t { roofline, systolic };

// What all arrays of 128 x 128 take and give at a time: 256 KiB an access, eight of them.
systemc::CoreConfig machine_core();

// The cores of an NPU. Its memory and NIC are the machine's.
struct CoresConfig {
  std::string source;  // of its figures
  int count = 2;
  systemc::CoreConfig core = machine_core();  // each; a clock of 0: that gives the NPU's peak
  std::optional<std::int64_t> tile;           // side of square tiles
};

struct NpuDetailConfig {
  NpuDetail detail = NpuDetail::roofline;
  CoresConfig cores;
};

const config::FieldTable<NpuDetailConfig>& npu_detail_fields();

// With their clock. `slowdown`: clocks are so much longer.
systemc::CoresOfNpu cores_of(const CoresConfig& config, base::FlopsPerSecond peak,
                             double slowdown = 1);

// A product on these cores: in tiles of the side that is asked for, or equal parts of about eight
// folds or 1,024 each way. Matrices lie tile by tile. Throws ConfigError at `place` for tiles that
// do not fit into the scratchpad.
systemc::GemmWork product_on(const CoresConfig& config, const cost::MatrixShape& shape,
                             const config::Place& place);

}  // namespace jacquard::machine
