// SPDX-License-Identifier: Apache-2.0
// What the program of a request sends and keeps, in closed form: equal to bytes_sent() and
// gathered_bytes() of the program, without the program.
#pragma once

#include "jacquard/base/units.hpp"
#include "jacquard/gemm/request.hpp"

namespace jacquard::gemm {

struct Footprint {
  base::Bytes row{0};  // sent by the chip that sends most, as bytes_sent()
  base::Bytes column{0};
  base::Bytes depth{0};
  base::Bytes buffers{0};  // beside the shards of A, B and C
};

// Of a legal request that is not transposed.
Footprint footprint_of(const Request& request);

}  // namespace jacquard::gemm
