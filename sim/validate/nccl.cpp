// SPDX-License-Identifier: Apache-2.0
#include <string_view>

#include "jacquard/cost/node_collective.hpp"
#include "sim/validate/kernels.hpp"

namespace jacquard::validate {
namespace {

using workload::CollectiveKind;

std::optional<CollectiveKind> kind_of(const std::string& op) {
  if (op == "all_reduce") return CollectiveKind::all_reduce;
  if (op == "all_gather") return CollectiveKind::all_gather;
  if (op == "reduce_scatter") return CollectiveKind::reduce_scatter;
  if (op == "alltoall" || op == "all_to_all") return CollectiveKind::all_to_all;
  if (op == "broadcast") return CollectiveKind::broadcast;
  if (op == "sendrecv" || op == "send") return CollectiveKind::send;
  return std::nullopt;
}

bool is_integer(std::string_view dtype) {
  return dtype.substr(0, 3) == "int" || dtype.substr(0, 4) == "uint";
}

std::vector<KernelSample> samples(const CsvRow& row) {
  KernelKey key;
  key.framework = "nccl";
  if (row.has("nccl")) key.framework += " " + row.text("nccl");
  key.dtype = row.text("dtype");
  key.operation = row.text("op");
  const auto kind = kind_of(key.operation);
  const int gpus = row.count("gpus");
  const base::Bytes size{row.whole("bytes")};
  const auto ours = [=, floats = !is_integer(key.dtype)](
                        const cost::Device& device) -> std::optional<base::Seconds> {
    if (!kind || device.link.count() <= 0) return std::nullopt;
    return cost::node_collective(device, {*kind, gpus, cost::put_in(*kind, gpus, size), floats});
  };
  return {{std::move(key), microseconds(row.positive("latency_us")), ours}};
}

}  // namespace

KernelValidation nccl_validation() {
  return {"nccl",
          "collectives inside a node by NCCL",
          "measured/nccl.csv",
          {"op", "dtype", "gpus", "bytes", "latency_us"},
          samples};
}

}  // namespace jacquard::validate
