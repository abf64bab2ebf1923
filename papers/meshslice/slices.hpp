// SPDX-License-Identifier: Apache-2.0
// Which columns of A and rows of B a chip multiplies in each product of an output-stationary
// program, found by sending their numbers through the program.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/gemm/program.hpp"

namespace jacquard::studies::meshslice {

struct SliceUse {
  int step = 0;
  std::vector<std::int64_t> a;  // columns of A, in the order in which the chip has them
  std::vector<std::int64_t> b;  // rows of B
};

// One for each product. Requires dataflow os and one layer. Throws ConfigError for an operation
// that moves no inputs.
std::vector<SliceUse> slices_at(const gemm::Program& program, const gemm::Place& chip);

// The program of C = A B on a mesh: for each product a row with A, B and C, each as it is stored,
// and in it what the chip gathers, what its neighbours gather, and what it adds to. Stand-alone
// SVG; equal programs give equal bytes.
std::string slices_picture(const gemm::Program& program, const gemm::Place& chip);

}  // namespace jacquard::studies::meshslice
