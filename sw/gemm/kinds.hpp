// SPDX-License-Identifier: Apache-2.0
// The algorithms and dataflows of a distributed GeMM, and their names.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace jacquard::gemm {

//   cannon      skews and shifts the two matrices that move; square meshes (MeshSlice s2.3.2)
//   summa       broadcasts or reduces panel by panel, lcm(rows, columns) of them (s2.3.3)
//   collective  one all-gather or reduce-scatter in each direction, one product (s2.3.4)
//   wang        one direction whole, the other as sends beside the products (Wang et al. 2022)
//   meshslice   all-gathers and reduce-scatters of slices in both directions (s3.1)
//   tp          1D tensor parallelism: wang on one row of chips (s4.3)
//   fsdp        sharded data parallelism: wang on one column of chips (s4.3)
//   solomonik   2.5D: cannon on layers, which share the steps (Solomonik & Demmel 2011)
enum class Algorithm : std::uint8_t {
  cannon,
  summa,
  collective,
  wang,
  meshslice,
  tp,
  fsdp,
  solomonik
};
// "cannon", "summa", "collective", "wang", "meshslice", "1d-tp", "fsdp", "2.5d".
const std::vector<std::string>& algorithm_names();
const std::string& name_of(Algorithm algorithm);
// Throws ConfigError with the nearest name.
Algorithm algorithm_named(const std::string& name, const std::string& source);

// Which matrix stays. The product is C[m,n] = sum over k; MeshSlice s2.3.1 and figure 5:
//   os  C = A B    A[m,k] is gathered along rows, B[k,n] along columns
//   ls  C = A B^T  A[m,k] stays, B[n,k] is gathered along columns, C is summed along rows
//   rs  C = A^T B  B[k,n] stays, A[k,m] is gathered along rows, C is summed along columns
// Every matrix is stored in shards: its rows are cut among the rows of chips, its columns among the
// columns of chips.
enum class Dataflow : std::uint8_t { os, ls, rs };
const std::vector<std::string>& dataflow_names();  // "os", "ls", "rs"
const std::string& name_of(Dataflow dataflow);
Dataflow dataflow_named(const std::string& name, const std::string& source);

}  // namespace jacquard::gemm
