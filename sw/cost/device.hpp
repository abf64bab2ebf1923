// SPDX-License-Identifier: Apache-2.0
// An accelerator, by what its data sheet says. Laws of sw/cost need no more of one they have not
// been fitted on.
#pragma once

#include <string>

#include "jacquard/base/units.hpp"
#include "jacquard/config/field_table.hpp"
#include "jacquard/workload/compute_work.hpp"

namespace jacquard::cost {

// Dense peaks.
struct Peaks {
  base::FlopsPerSecond fp32{0};
  base::FlopsPerSecond bf16{0};
  base::FlopsPerSecond fp8{0};  // 0: it has none, and computes in bf16
  base::FlopsPerSecond fp4{0};
};

struct Device {
  std::string name;          // "h100_sxm", as measurements name systems
  std::string source;        // of its figures
  std::string architecture;  // "ampere", "ada", "hopper", "blackwell", "tpu"
  Peaks peak;
  base::Bytes memory{0};
  base::BytesPerSecond memory_bandwidth{0};
  int processors = 0;                // streaming multiprocessors
  base::Bytes cache{0};              // of the last level
  base::BytesPerSecond link{0};      // to the other devices of its node, one way
  std::string link_kind = "nvlink";  // "nvlink", "pcie", "ici"
};

const config::FieldTable<Device>& device_fields();

}  // namespace jacquard::cost
