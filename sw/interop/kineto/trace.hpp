// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/interop/kineto/job.hpp"

namespace jacquard::interop {

// A rank as a Chakra trace (docs/interop.md). Kernels and copies take their recorded times. Those
// of the stream that computes longest occupy the NPU's computation; those of other streams occupy
// nothing but the order of theirs. Where a stream idles and nothing on the GPU explains it, an
// operation of the CPU takes the time. So nodes whose communications take what was recorded begin
// and end when the operations did.
ChakraTrace kineto_trace(const KinetoJob& job, int rank);

}  // namespace jacquard::interop
