// SPDX-License-Identifier: Apache-2.0
// What `jacquard gemm prove --all` proves.
#pragma once

#include <string>
#include <vector>

#include "jacquard/gemm/prove/prove.hpp"

namespace jacquard::gemm {

struct ProofCase {
  Request request;
  std::string refused;  // why it is illegal, with the nearest that is legal, or ""
};

// A small shape for the request's algorithm, dataflow, mesh and block, whatever shape it has: local
// sides of 2 and 3 values, and six blocks for each of lcm(rows, columns) where slices cut. So 1, 2,
// 3 and 6 slices are legal for MeshSlice, and others divide one of both local sides.
MatrixShape telling_shape(const Request& request);

// One algorithm in all dataflows, transposed and not, on all meshes up to the largest: with every
// slice count that is legal for the telling shape and some that are not; wang with either direction
// overlapped; 2.5d with every number of layers up to the mesh's side. Meshes that the algorithm
// cannot take are refused once for each dataflow.
std::vector<ProofCase> cases_of(Algorithm algorithm, const Mesh& largest);

// So much as lets thousands of cases take seconds. The program of a transposed case is another
// case's too, which is tried in more orders.
Effort effort_of(const ProofCase& proof);

}  // namespace jacquard::gemm
