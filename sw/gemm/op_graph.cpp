// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/op_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "jacquard/base/error.hpp"

namespace jacquard::gemm {
namespace {

using rounds::CollectiveKind;
using rounds::SymbolicPermutation;
using workload::OpNode;

constexpr double kLongest = 4e18;    // ps
constexpr int kCores = kDirections;  // the unit beside those of the directions

CollectiveKind collective_of(OpKind kind) {
  switch (kind) {
    case OpKind::gather:
      return CollectiveKind::all_gather;
    case OpKind::scatter_sum:
      return CollectiveKind::reduce_scatter;
    case OpKind::broadcast:
      return CollectiveKind::broadcast;
    case OpKind::reduce:
      return CollectiveKind::reduce;
    case OpKind::permute:
      return CollectiveKind::permute;
    default:
      return CollectiveKind::all_reduce;
  }
}

const char* verb_of(OpKind kind) {
  switch (kind) {
    case OpKind::slice:
      return "slice";
    case OpKind::place:
      return "place";
    case OpKind::copy:
      return "copy";
    case OpKind::add:
      return "add";
    case OpKind::gather:
      return "all-gather";
    case OpKind::scatter_sum:
      return "reduce-scatter";
    case OpKind::sum:
      return "all-reduce";
    case OpKind::broadcast:
      return "broadcast";
    case OpKind::reduce:
      return "reduce";
    case OpKind::permute:
      return "permute";
    case OpKind::multiply:
      break;
  }
  return "product";
}

std::uint64_t id_of(int op) { return static_cast<std::uint64_t>(op); }

class Builder {
 public:
  Builder(const Program& program, const Chip& chip, const MeshNetwork& network)
      : program_(program), chip_(chip), mesh_(program.request.mesh) {
    number_places(network);
  }

  workload::Job take() {
    std::vector<OpNode> nodes;
    nodes.reserve(program_.ops.size());
    for (const Op& op : program_.ops) nodes.push_back(node_of(op, id_of(count_++)));
    const std::string source = fmt::format("{} {} on {}", name_of(program_.request.algorithm),
                                           name_of(program_.request.dataflow), text_of(mesh_));
    job_.add(workload::OpGraph(source, std::move(nodes)), mesh_.chips());
    return std::move(job_);
  }

 private:
  void number_places(const MeshNetwork& network) {
    std::vector<int> radices;
    for (int d = 0; d < kDirections; ++d) {
      const auto direction = static_cast<Direction>(d);
      if (mesh_.size(direction) == 1) continue;
      job_.group_names[1 + d] = name_of(direction);
      for (const int size : network.sizes(mesh_, direction)) {
        job_.partitions[1 + d].push_back(static_cast<int>(radices.size()));
        radices.push_back(size);
      }
    }
    if (radices.empty()) radices.push_back(1);
    job_.places = base::MixedRadix(std::move(radices));
  }

  OpNode node_of(const Op& op, std::uint64_t id) {
    OpNode node;
    node.id = id;
    node.name = fmt::format("{} {}", verb_of(op.kind), program_.buffer(op.from).name);
    for (const int before : op.after) node.data_after.push_back(id_of(before));
    node.layer = op.step;
    if (op.kind == OpKind::multiply) multiply(op, node);
    if (op.communicates()) communicate(op, node);
    return node;
  }

  void take_unit(int unit, OpNode& node) {
    const auto [last, is_first] = last_of_.try_emplace(unit, node.id);
    if (is_first) return;
    const auto& after = node.data_after;
    if (std::find(after.begin(), after.end(), last->second) == after.end()) {
      node.control_after.push_back(last->second);
    }
    last->second = node.id;
  }

  void multiply(const Op& op, OpNode& node) {
    take_unit(kCores, node);
    const Buffer& left = program_.buffer(op.from);
    const Buffer& to = program_.buffer(op.to);
    const double flops = 2.0 * static_cast<double>(op.left_transposed ? left.rows : left.columns) *
                         static_cast<double>(to.rows) * static_cast<double>(to.columns);
    const double time = flops / chip_.effective.count() * 1e12;
    if (!(time < kLongest)) {
      throw base::ConfigError(
          {"--chip", "", "one that does a product within 46 days",
           fmt::format("{:.4g} flops at {:.4g} flop/s", flops, chip_.effective.count()), ""});
    }
    node.kind = workload::OpKind::compute;
    node.flops = base::Flops{flops};
    node.duration = base::Picoseconds{std::llround(time)};
    const base::Bytes moved{(left.values() + program_.buffer(op.right).values() + to.values()) *
                            program_.request.element_bytes};
    base::at(node.moved, static_cast<int>(workload::MemoryTier::local)) = moved;
  }

  void communicate(const Op& op, OpNode& node) {
    const auto direction = static_cast<int>(op.direction);
    take_unit(direction, node);
    const Transfer transfer = transfer_of(op.kind);
    const TransferCost& cost = chip_.of(transfer);
    const auto figure = static_cast<std::size_t>(std::min(direction, 1));
    node.kind = workload::OpKind::collective;
    node.stream = workload::Stream::network;
    node.collective = collective_of(op.kind);
    node.bytes = program_.bytes_of(op);
    node.launch = op.launched ? cost.launch : base::Picoseconds{0};
    node.protocol.sync = cost.sync;
    node.protocol.share =
        base::at(cost.bandwidth, figure).count() / link_bandwidth(chip_, op.direction).count();
    if (op.kind == OpKind::permute) {
      node.permutation = permutation_of(op);
      return;
    }
    node.group = 1 + direction;
    if (op.kind != OpKind::broadcast && op.kind != OpKind::reduce) return;
    node.chunks = op.packets;
    node.from = chip_at(0, op.direction, op.root);
  }

  int chip_at(int chip, Direction direction, int place) const {
    Place at = mesh_.place(chip);
    int& own = direction == Direction::row      ? at.column
               : direction == Direction::column ? at.row
                                                : at.layer;
    own = place;
    return mesh_.chip(at);
  }

  // Who receives from whom, the other way about.
  SymbolicPermutation moves_of(const Op& op) const {
    const Shift& shift = op.shift;
    const std::vector<int>& digits = job_.partitions.at(1 + static_cast<int>(op.direction));
    if (digits.size() == 1 && shift.by_row == 0 && shift.by_column == 0 && shift.by_layer == 0) {
      return SymbolicPermutation::shift(digits.front(), -shift.by);
    }
    std::vector<int> to(static_cast<std::size_t>(mesh_.chips()), rounds::kNobody);
    for (int chip = 0; chip < mesh_.chips(); ++chip) {
      const int from = shift.from(mesh_.place(chip), op.direction, mesh_.size(op.direction));
      base::at(to, chip_at(chip, op.direction, from)) = chip;
    }
    return SymbolicPermutation::map_ranks(std::move(to));
  }

  int permutation_of(const Op& op) {
    SymbolicPermutation moves = moves_of(op);
    const auto known = std::find(job_.permutations.begin(), job_.permutations.end(), moves);
    const auto index = static_cast<int>(known - job_.permutations.begin());
    if (known == job_.permutations.end()) job_.permutations.push_back(std::move(moves));
    return index;
  }

  const Program& program_;
  const Chip& chip_;
  Mesh mesh_;
  workload::Job job_;
  std::map<int, std::uint64_t> last_of_;  // the last node of each unit
  int count_ = 0;
};

}  // namespace

Transfer transfer_of(OpKind kind) {
  switch (kind) {
    case OpKind::gather:
    case OpKind::broadcast:
      return Transfer::all_gather;
    case OpKind::permute:
      return Transfer::send_receive;
    default:
      return Transfer::reduce_scatter;
  }
}

base::BytesPerSecond link_bandwidth(const Chip& chip, Direction direction) {
  base::BytesPerSecond most{0};
  for (const TransferCost& cost : chip.transfers) {
    most = std::max(most, base::at(cost.bandwidth, std::min(static_cast<int>(direction), 1)));
  }
  return most;
}

workload::Job job_of(const Program& program, const Chip& chip, const MeshNetwork& network) {
  return Builder(program, chip, network).take();
}

}  // namespace jacquard::gemm
