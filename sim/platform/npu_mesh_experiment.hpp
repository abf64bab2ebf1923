// SPDX-License-Identifier: Apache-2.0
// A distributed product on NPUs of a mesh: what an experiment of kind "npu_mesh" says.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/platform/experiment.hpp"
#include "systemc/gemm/cycle.hpp"
#include "systemc/npu/sides_text.hpp"

namespace jacquard::platform {

struct NpuMeshExperiment : Experiment {
  gemm::Algorithm algorithm = gemm::Algorithm::meshslice;
  gemm::Dataflow dataflow = gemm::Dataflow::os;
  std::string mesh = "4x4";
  std::vector<systemc::Side> shape{{16384, false}, {16384, false}, {16384, false}};  // m, n, k
  int slices = 4;
  int block = 8;
  gemm::Chip chip;
  std::optional<std::int64_t> tile;
  systemc::FoldOrder folds = systemc::FoldOrder::pipelined;
  memory::Fidelity fidelity = memory::Fidelity::lt;
  std::string mapping = "row-column:3-bank-channel-column:2-group";
  base::Bytes access{32 << 10};
  bool each = false;
};

const config::FieldTable<NpuMeshExperiment>& npu_mesh_fields();

// Throws ConfigError at or below `place`.
gemm::RunConfig run_of(const NpuMeshExperiment& config, const config::Place& place);
systemc::NpuConfig npu_of(const NpuMeshExperiment& config);

}  // namespace jacquard::platform
