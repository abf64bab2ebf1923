// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/prices.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/base/at.hpp"
#include "jacquard/cost/duration.hpp"
#include "jacquard/cost/experts.hpp"
#include "jacquard/cost/sustained.hpp"
#include "jacquard/systems/npu_device.hpp"
#include "jacquard/systems/reached.hpp"

namespace jacquard::train {
namespace {

base::Picoseconds picoseconds(double seconds) {
  constexpr double kMost = 1e6;  // seconds: an engine refuses a run as long long before
  const double bounded = std::min(seconds, kMost);
  return base::Picoseconds{
      std::llround(bounded * static_cast<double>(base::kPicosecondsPerSecond))};
}

double roofline(const workload::ComputeWork& work, const Npu& npu) {
  const workload::Amounts amounts = workload::amounts_of(work);
  return std::max(amounts.flops / npu.peak.count(), amounts.bytes / npu.memory_bandwidth.count());
}

// Whether the members of every group sit in one node.
bool within_node(const workload::RankGrid& grid, workload::AxisMask axes, int node) {
  for (std::size_t a = 0; a < workload::kAxes; ++a) {
    const auto axis = static_cast<workload::Axis>(a);
    const int degree = grid.degree[a];
    if ((axes & workload::mask_of(axis)) == 0 || degree == 1) continue;
    const int reach = grid.stride(axis) * degree;
    if (reach > node || node % reach != 0) return false;
  }
  return true;
}

// The power goes by operations: attention, slower alone than products are, is slowed down to no
// less than what these sustain.
double seconds_in_long_bursts(const cost::Device& device, const cost::Device& warm,
                              const workload::ComputeWork& work) {
  const bool attends = std::holds_alternative<workload::AttentionWork>(work) ||
                       std::holds_alternative<workload::LatentAttentionWork>(work);
  const double slowed = cost::seconds_of(warm, work).count();
  if (!attends) return slowed;
  const double limit = workload::amounts_of(work).flops /
                       cost::sustained_rate(device, workload::NumberType::bf16).count();
  return std::min(slowed, std::max(cost::seconds_of(device, work).count(), limit));
}

}  // namespace

Npu npu_of(const topology::System& system, const config::Place& place) {
  const config::Place at = place / "npu";
  Npu npu;
  if (system.npu.device.empty()) {
    npu.peak = system.npu.peak;
    npu.memory_bandwidth = system.npu.memory_bandwidth;
    npu.memory = system.npu.memory;
  } else {
    npu.device = systems::device_of(system.npu, at);
    npu.peak = npu.device->peak.bf16;
    npu.memory_bandwidth = npu.device->memory_bandwidth;
    npu.memory = npu.device->memory;
  }
  if (npu.peak.count() <= 0) (at / "peak").fail("a device, or a peak above 0", "0");
  if (npu.memory_bandwidth.count() <= 0) {
    (at / "memory_bandwidth").fail("a device, or a bandwidth above 0", "0");
  }
  return npu;
}

base::FlopsPerSecond peak_of(const Npu& npu, workload::NumberType type) {
  return npu.device ? cost::peak_of(*npu.device, type) : npu.peak;
}

std::vector<base::Picoseconds> work_times(const workload::StepProgram& program, const Npu& npu) {
  std::vector<base::Picoseconds> times;
  times.reserve(program.works.size());
  std::optional<cost::Device> warm;
  if (npu.device) warm = cost::in_long_bursts(*npu.device);
  for (const workload::ComputeWork& work : program.works) {
    if (const auto* host = std::get_if<workload::HostWork>(&work)) {
      times.push_back(picoseconds(host->seconds));
      continue;
    }
    times.push_back(
        picoseconds(warm ? seconds_in_long_bursts(*npu.device, *warm, work) / cost::kUninterrupted
                         : roofline(work, npu)));
  }
  return times;
}

base::Picoseconds time_beside_products(const workload::ExpertWork& work, const Npu& npu) {
  if (!npu.device) return base::Picoseconds{0};
  const cost::Software software = cost::Conditions{}.software;
  const base::Seconds seconds = cost::expert_time_beside_products(
      cost::in_long_bursts(*npu.device), work, cost::kernel_of(*npu.device, software, work.type),
      software);
  return picoseconds(seconds.count() / cost::kUninterrupted);
}

std::vector<std::optional<base::Picoseconds>> node_times(const workload::StepProgram& program,
                                                         int node, const Npu& npu) {
  std::vector<std::optional<base::Picoseconds>> times(program.comms.size());
  if (!npu.device || node < 2 || npu.device->link.count() <= 0) return times;
  for (std::size_t c = 0; c < times.size(); ++c) {
    const workload::CommWork& comm = program.comms[c];
    const int members = program.grid.members(comm.axes);
    const bool is_collective = comm.kind != workload::CollectiveKind::send;
    if (!is_collective || members < 2 || !within_node(program.grid, comm.axes, node)) {
      continue;
    }
    times[c] = systems::node_time(*npu.device, comm.kind, members, comm.bytes);
  }
  return times;
}

}  // namespace jacquard::train
