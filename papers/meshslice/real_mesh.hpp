// SPDX-License-Identifier: Apache-2.0
// MeshSlice's table 3: a real 4 x 4 mesh, by the figures that its authors measured on such a pod.
#pragma once

#include "papers/meshslice/setting.hpp"

namespace jacquard::studies::meshslice {

struct RealMesh {  // utilisation of the chip's peak
  double collective = 0;
  double wang = 0;       // SendRecvs that the compiler does not overlap (s5.3.1)
  double meshslice = 0;  // nothing overlaps
  double overlapped = 0;
};

// Communications go one direction after the other. `slices` cut every layer; the authors' script
// takes 8, and as many sequences as chips.
RealMesh real_mesh(const Subject& subject, const gemm::Chip& chip, std::int64_t batch, int slices);

}  // namespace jacquard::studies::meshslice
