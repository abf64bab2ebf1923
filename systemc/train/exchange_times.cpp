// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/exchange_times.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/cost/expert_exchange.hpp"
#include "jacquard/workload/work_adder.hpp"

namespace jacquard::train {
namespace {

// moe_hybridep_num_sms of Megatron-Bridge's recipes.
constexpr int kHybridProcessors = 32;
// Beyond so many nodes the cluster on which DeepEP was measured has less than half of its line
// rate, by how it was set up (docs/cost.md). HybridEP is not thought to.
constexpr int kNodesOfAllRate = 4;
constexpr double kRateOfMore = 0.47;

// Of an NPU, to other nodes.
base::BytesPerSecond bandwidth_beyond(const topology::Fabric& fabric, int node) {
  for (int d = 0; d < fabric.dimensions(); ++d) {
    const topology::Dimension& dimension = fabric.dimension(d);
    if (fabric.stride(d) < node) continue;
    return dimension.bandwidth * topology::ports_of(dimension.block, dimension.size);
  }
  return base::BytesPerSecond{0};
}

// Of the members of a group, how many sit in one node.
int members_in_node(const workload::RankGrid& grid, workload::AxisMask axes, int node) {
  int members = 1;
  for (std::size_t a = 0; a < workload::kAxes; ++a) {
    const auto axis = static_cast<workload::Axis>(a);
    if ((axes & workload::mask_of(axis)) == 0) continue;
    members *= std::clamp(node / grid.stride(axis), 1, grid.degree[a]);
  }
  return members;
}

cost::ExpertExchange exchange_of(const workload::StepRequest& request) {
  const workload::Model& m = request.model;
  cost::ExpertExchange exchange;
  exchange.hidden = m.expert_width();
  exchange.tokens = workload::tokens_outside_tp(request, workload::plan_of(request));
  exchange.top_k = m.experts.top_k;
  exchange.experts = m.experts.count;
  if (request.software.expert_path == workload::ExpertPath::hybridep) {
    exchange.processors = kHybridProcessors;
  }
  exchange.fp8_dispatch = request.software.dispatch_type == workload::NumberType::fp8;
  return exchange;
}

// Of the program's communications, those that bring tokens home.
std::vector<bool> ways_home(const workload::StepProgram& program) {
  std::vector<bool> home(program.comms.size(), false);
  for (const workload::ClassProgram& of : program.classes) {
    for (const workload::StepOp& op : of.ops) {
      if (op.label == workload::OpLabel::ep_combine) home[static_cast<std::size_t>(op.work)] = true;
    }
  }
  return home;
}

base::Picoseconds rounded(base::Seconds time) {
  return base::Picoseconds{
      std::llround(time.count() * static_cast<double>(base::kPicosecondsPerSecond))};
}

}  // namespace

void set_exchange_times(const workload::StepRequest& request, const workload::StepProgram& program,
                        const topology::Fabric& fabric, int node, const Npu& npu,
                        std::vector<std::optional<base::Picoseconds>>& times) {
  if (!request.model.has_experts() || !workload::sends_tokens(request)) return;
  if (!npu.device || npu.device->link.count() <= 0 || node < 1) return;
  cost::ExpertExchange exchange = exchange_of(request);
  const base::BytesPerSecond network = bandwidth_beyond(fabric, node);
  const std::vector<bool> home = ways_home(program);
  const double rows = exchange.tokens * exchange.top_k * exchange.hidden;
  const double whole = rows * workload::bytes_per_value(workload::NumberType::bf16);
  for (std::size_t c = 0; c < program.comms.size(); ++c) {
    const workload::CommWork& comm = program.comms[c];
    if (comm.kind != workload::CollectiveKind::all_to_all) continue;
    exchange.gpus_per_node = members_in_node(program.grid, comm.axes, node);
    exchange.nodes = program.grid.members(comm.axes) / exchange.gpus_per_node;
    if (exchange.nodes > 1 && network.count() <= 0) return;
    exchange.network = network;
    const bool hybrid = request.software.expert_path == workload::ExpertPath::hybridep;
    if (hybrid && exchange.nodes > kNodesOfAllRate) {
      exchange.network = base::BytesPerSecond{network.count() / kRateOfMore};
    }
    const base::Seconds time = home[c] ? cost::combine_time(*npu.device, exchange)
                                       : cost::dispatch_time(*npu.device, exchange);
    times[c] = rounded(static_cast<double>(comm.bytes.count()) / whole * time);
  }
}

}  // namespace jacquard::train
