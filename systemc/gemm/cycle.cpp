// SPDX-License-Identifier: Apache-2.0
#include "systemc/gemm/cycle.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <utility>

#include "jacquard/base/divide_up.hpp"
#include "jacquard/config/composed.hpp"
#include "jacquard/gemm/op_graph.hpp"
#include "systemc/engines/engines.hpp"
#include "systemc/gemm/mesh_run.hpp"

namespace jacquard::gemm {
namespace {

using base::Bytes;
using systemc::GemmWork;
using systemc::NpuConfig;

constexpr std::int64_t kAlignment = 4096;
constexpr Bytes kAccess{32 << 10};
// Of a core's engine on their way: more than latency needs, and little that links wait behind.
constexpr int kOutstanding = 8;
// Sixteen bursts of a row together, so that each stream uses rows that are open (docs/npu.md).
constexpr const char* kMapping = "row-column:3-bank-channel-column:2-group";

// Where a chip's buffers begin, one behind the other.
struct Addresses {
  std::vector<std::uint64_t> of;
  std::uint64_t end = 0;
};

Addresses addresses_of(const Program& program, const NpuConfig& npu) {
  Addresses all;
  double total = 0;
  for (const Buffer& buffer : program.buffers) {
    all.of.push_back(all.end);
    const std::int64_t bytes = buffer.values() * systemc::kElementBytes;
    total += static_cast<double>(bytes);
    all.end += static_cast<std::uint64_t>(base::divide_up(bytes, kAlignment) * kAlignment);
  }
  const double capacity = static_cast<double>(npu.memory.organisation.capacity.count()) *
                          npu.memory.organisation.channels;
  if (total < capacity) return all;
  throw base::ConfigError({"--shape", "",
                           fmt::format("buffers that fit the {:.4g} bytes of an NPU", capacity),
                           fmt::format("{:.4g} bytes", total), "more chips, or a smaller shape"});
}

GemmWork product_of(const Program& program, const Op& op, const Addresses& addresses,
                    const NpuConfig& npu, const CycleOptions& options) {
  const Buffer& left = program.buffer(op.from);
  const Buffer& to = program.buffer(op.to);
  GemmWork work;
  work.shape = {to.rows, to.columns, op.left_transposed ? left.rows : left.columns};
  const config::Place place{"--tile", ""};
  const MatrixShape tile =
      options.tile ? systemc::square_tile(npu.core, work.shape, *options.tile, true, place)
                   : systemc::chosen_tile(npu.core, work.shape, true, place);
  work.tile = options.tile ? tile
                           : systemc::even_tile(npu.core, npu.cores, work.shape,
                                                std::max({tile.m, tile.n, tile.k}));
  work.layout = systemc::Layout::tiles;
  work.a_transposed = op.left_transposed;
  work.b_transposed = op.right_transposed;
  work.accumulates = op.accumulates;
  work.at =
      systemc::MatrixAddresses{base::at(addresses.of, op.from), base::at(addresses.of, op.right),
                               base::at(addresses.of, op.to)};
  return work;
}

systemc::NpuProducts products_of(const Program& program, const NpuConfig& npu,
                                 const CycleOptions& options) {
  systemc::NpuProducts products;
  products.cores = npu.cores;
  products.core = npu.core;
  const Addresses addresses = addresses_of(program, npu);
  products.end = addresses.end;
  for (std::size_t i = 0; i < program.ops.size(); ++i) {
    const Op& op = program.ops[i];
    if (op.kind != OpKind::multiply) continue;
    products.of_node.emplace(i, product_of(program, op, addresses, npu, options));
  }
  return products;
}

// A ring of two has one link, which takes all.
bool goes_both_ways(const Op& op, const MeshRun& run) {
  const int size = run.program.request.mesh.size(op.direction);
  return size > 2 && (op.kind == OpKind::gather || op.kind == OpKind::scatter_sum);
}

// Half of each piece each way, each at half of the share.
void use_all_links(MeshRun& run) {
  std::vector<workload::OpNode> nodes;
  const workload::OpGraph& graph = run.work.job.graph(0);
  for (int n = 0; n < graph.size(); ++n) {
    nodes.push_back(graph.node(n));
    if (goes_both_ways(base::at(run.program.ops, n), run)) nodes.back().protocol.share /= 2;
  }
  run.work.job.graphs = {workload::OpGraph(graph.source(), std::move(nodes))};
  for (const auto kind :
       {rounds::CollectiveKind::all_gather, rounds::CollectiveKind::reduce_scatter}) {
    auto& by_dimension = base::at(run.work.algorithms, kind).by_dimension;
    for (std::size_t d = 0; d < by_dimension.size(); ++d) {
      if (run.fabric.dimension(static_cast<int>(d)).size <= 2) continue;
      by_dimension[d].method = collective::Method::two_way_ring;
    }
  }
}

void require_two_bytes(const Request& request) {
  if (request.element_bytes == systemc::kElementBytes) return;
  throw base::ConfigError({"--element-bytes", "", "2 in --engine cycle, whose cores take bf16",
                           std::to_string(request.element_bytes), "--engine event has others"});
}

void require_closed(const MeshNetwork& network) {
  if (network.rings != Rings::one_way) {
    throw base::ConfigError(
        {"--rings", "", "no choice in --engine cycle, which uses all links in its own way",
         base::at(ring_names(), static_cast<int>(network.rings)), "--engine event has it"});
  }
  const bool folded = std::any_of(network.folds.begin(), network.folds.end(),
                                  [](const auto& fold) { return !fold.empty(); });
  const bool open = std::any_of(network.open.begin(), network.open.end(), [](bool o) { return o; });
  if (!folded && !open) return;
  throw base::ConfigError({folded ? "--fold" : "--open", "",
                           "a closed ring for each side of the mesh in --engine cycle",
                           folded ? "a folded side" : "an open side", "--engine event has both"});
}

}  // namespace

NpuConfig npu_of(const Chip& chip) {
  if (chip.npu.empty()) {
    throw base::ConfigError({"--chip", "", "one that names its NPU, which --engine cycle simulates",
                             chip.name.empty() ? "one without" : chip.name, ""});
  }
  const config::Noun noun =
      config::noun_of(config::Json(chip.npu), {"--chip", "/npu"}, systemc::kNpus);
  NpuConfig npu;
  systemc::npu_fields().read(npu, noun.keys, noun.place);
  const double flops_a_clock = npu.peak().count() * base::to_seconds(npu.core.clock).count();
  const double clock = flops_a_clock / chip.effective.count() * 1e12;
  npu.core.clock = base::Picoseconds{std::max<std::int64_t>(std::llround(clock), 1)};
  npu.core.access = kAccess;
  npu.core.outstanding = kOutstanding;
  npu.nic.packet = kAccess;
  npu.memory.controller.mapping = kMapping;
  npu.memory.fidelity = memory::Fidelity::lt;
  return npu;
}

MemoryNeeds needs_of(const Program& program, const Chip& chip, const NpuConfig& npu,
                     const CycleOptions& options) {
  MemoryNeeds needs;
  double bytes = 0, products = 0;
  for (const auto& [id, work] : products_of(program, npu, options).of_node) {
    const systemc::GemmSize size = size_of(work);
    bytes += static_cast<double>((size.loads + size.stores).count());
    products += static_cast<double>(work.shape.products());
  }
  needs.cores = base::BytesPerSecond{bytes / (2 * products / chip.effective.count())};
  std::array<double, kDirections> of_links{};
  for (const Op& op : program.ops) {
    if (!op.communicates()) continue;
    const auto direction = static_cast<std::size_t>(op.direction);
    const double passes = op.kind == OpKind::scatter_sum || op.kind == OpKind::reduce ? 3 : 2;
    const TransferCost& cost = chip.of(transfer_of(op.kind));
    of_links[direction] = std::max(
        of_links[direction], passes * cost.bandwidth[std::min<std::size_t>(direction, 1)].count());
  }
  for (const double each : of_links) needs.links += base::BytesPerSecond{each};
  return needs;
}

CycleAnswer cycle_of(const RunConfig& config, const NpuConfig& npu, const CycleOptions& options,
                     const std::string& engine) {
  require_closed(config.network);
  require_two_bytes(config.request);
  MeshRun mesh(config);
  use_all_links(mesh);
  mesh.work.roofline = {npu.peak(), npu.memory.organisation.peak()};
  systemc::NpuJobMachine machine;
  machine.platform = {npu.nic, npu.memory};
  machine.options.products = products_of(mesh.program, npu, options);
  machine.options.symmetry = options.each ? engine::Symmetry::off : engine::Symmetry::automatic;
  machine.options.interval = options.interval;
  require_consistent(machine.platform, {"--npu", ""});
  engine::Scenario scenario = mesh.scenario();
  scenario.machine = &machine;
  const auto begin = std::chrono::steady_clock::now();
  CycleAnswer out;
  const engine::Result result = run::run_on(engine, scenario);
  out.outcome = std::move(engine::answer_of_machine<systemc::NpuJobOutcome>(result));
  out.wall = base::Seconds{
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count()};
  const std::vector<base::Picoseconds>& compute = out.outcome.compute;
  out.answer = answer_of(config, mesh.program, out.outcome.time,
                         *std::max_element(compute.begin(), compute.end()));
  out.answer.intervals = out.outcome.intervals.front();
  out.accesses = static_cast<double>(out.outcome.network.memory.latencies.size());
  out.program = std::move(mesh.program);
  return out;
}

Answer run_cycle(const RunConfig& config, const std::string& engine) {
  NpuConfig npu = npu_of(config.chip);
  npu.memory.fidelity = config.cycle.fidelity;
  return cycle_of(config, npu, config.cycle, engine).answer;
}

}  // namespace jacquard::gemm
