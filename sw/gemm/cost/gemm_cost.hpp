// SPDX-License-Identifier: Apache-2.0
// What a distributed GeMM takes, in closed form.
#pragma once

#include <string>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/gemm/chip.hpp"
#include "jacquard/gemm/mesh_network.hpp"
#include "jacquard/gemm/request.hpp"

namespace jacquard::gemm {

//   authors   their published cost model and tuner, to the digit: (a + b) / 2 in place of max,
//             or max with the pod's figures; integer shapes
//   paper     MeshSlice s3.2.2: prologue + (S - 1) max + epilogue, the linear model of the chip
//   physical  paper, and what the paper leaves out
enum class Mode : std::uint8_t { authors, paper, physical };
const std::vector<std::string>& mode_names();
const char* name_of(Mode mode);
// Throws ConfigError with the nearest name.
Mode mode_named(const std::string& name, const std::string& source);

struct GemmCost {
  base::Seconds time{0};
  base::Seconds compute{0};
  base::Seconds exposed{0};  // time in which the chip only waits for its links: time - compute
  // Communication time, hidden or not, of both directions summed (MeshSlice figure 10).
  base::Seconds launch{0};
  base::Seconds sync{0};
  base::Seconds transfer{0};
  base::Bytes row{0};  // sent by a chip along its row
  base::Bytes column{0};
  base::Bytes buffers{0};  // that gathered and partial matrices take beside the shards
  double utilisation = 0;  // of Chip::peak
};

// Throws ConfigError as check() does.
GemmCost cost_of(const Request& request, const Chip& chip, Mode mode, const MeshNetwork& network);
// On closed one-way rings.
GemmCost cost_of(const Request& request, const Chip& chip, Mode mode);

}  // namespace jacquard::gemm
