// SPDX-License-Identifier: Apache-2.0
// An accelerator, by what its data sheet says. Laws of sw/cost need no more of one they have not
// been fitted on.
#pragma once

#include <optional>
#include <string>
#include <vector>

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
  std::string name;                // "h100_sxm", as measurements name systems
  std::vector<std::string> names;  // further ones
  std::string source;              // of its figures
  std::string architecture = "other";
  Peaks peak;
  base::Bytes memory{0};
  base::BytesPerSecond memory_bandwidth{0};
  std::string dram;                  // its kind, of configs/memories; "": not known
  int processors = 0;                // streaming multiprocessors; matrix units of a TPU
  base::Bytes cache{0};              // of the last level
  base::BytesPerSecond link{0};      // to the other devices of its node, one way
  std::string link_kind = "nvlink";  // "nvlink", "pcie", "ici", "xgmi", "ualink", "neuronlink"
  int node = 8;                      // devices that such links join
  base::BytesPerSecond port{0};      // of its node's network cards, one way; 0: not known
  base::Watts power{0};              // that its board may draw; 0: not known
  double host_time = 1;              // of its host's single thread, over that of an x86 server's
  double achieved = 0;   // share of peak.bf16 in large products alone; 0: its architecture's
  double sustained = 0;  // share of that in long bursts; 0: its architecture's
};

const config::FieldTable<Device>& device_fields();

// Dense peak of products of this type: the peak of the next wider type where the device has none of
// its own. w4a16 and int4 are weights alone, so their products are bf16.
base::FlopsPerSecond peak_of(const Device& device, workload::NumberType type);

// The device in a file, or of configs/devices by its name or one of its further names. Throws
// ConfigError at `place` for a name that is none, and for a device without the figures that every
// law needs: peak.bf16, memory_bandwidth and processors.
Device device_of(const std::string& name_or_path, const config::Place& place);

// The device as it is in long bursts, such as a training step: its tensor peaks times what its
// power limit sustains (docs/cost.md). MFU is of the peaks before.
Device in_long_bursts(const Device& device);

// The shipped device of this name; nothing if there is none.
std::optional<Device> shipped_device(const std::string& name);

}  // namespace jacquard::cost
