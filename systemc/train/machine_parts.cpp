// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/machine_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "jacquard/base/at.hpp"
#include "jacquard/base/bandwidth.hpp"
#include "jacquard/base/rng.hpp"

namespace jacquard::train {
namespace {

using base::Bytes;
using base::Picoseconds;
using machine::Detail;

constexpr double kOfMemory = 0.98;  // of its time that an operation alone may read

// Dimensions in which the members of a communication's groups differ.
std::vector<bool> dimensions_of(const Step& step, workload::AxisMask axes) {
  std::vector<bool> spanned(base::index(step.fabric.dimensions()), false);
  const auto& grid = step.program.grid;
  for (int npu = 0; npu < grid.size(); ++npu) {
    bool member = true;  // of the group of NPU 0
    for (std::size_t a = 0; a < workload::kAxes; ++a) {
      const auto axis = static_cast<workload::Axis>(a);
      member = member && ((axes & workload::mask_of(axis)) != 0 || grid.place(npu, axis) == 0);
    }
    if (!member) continue;
    for (int d = 0; d < step.fabric.dimensions(); ++d) {
      if (step.fabric.digit(npu, d) != 0) spanned[base::index(d)] = true;
    }
  }
  return spanned;
}

// All of it that an exchange looks at: of the last one how it ran, of its dispatch the schedule.
void add(const systemc::Before& before, base::Digest& digest) {
  digest.add_signed(before.last != nullptr ? 1 : 0);
  if (before.last != nullptr) {
    for (const int column : before.last->connected.columns()) digest.add_signed(column);
    digest.add_signed(before.last->schedule.hops() > 1 && !before.last->turned ? 1 : 0);
  }
  digest.add_signed(before.dispatch != nullptr ? 1 : 0);
  if (before.dispatch == nullptr) return;
  for (const std::int64_t entry : before.dispatch->demand.row_major()) digest.add_signed(entry);
  const schedule::Schedule& schedule = before.dispatch->schedule;
  for (schedule::SettingCursor s(schedule); !s.done(); s.next()) {
    for (const int column : s.columns()) digest.add_signed(column);
    digest.add_signed(s.hold());
    for (const schedule::Relay& relay : schedule.relays(s.entry())) {
      digest.add_signed(relay.row);
      digest.add_signed(relay.destination);
      digest.add_signed(relay.quanta);
    }
  }
}

// A uniform routing has the mean skew of the work; others know each NPU's tokens.
bool knows_loads(const TrainConfig& config) {
  return config.expert_routing.kind != workload::RoutingKind::uniform;
}

}  // namespace

void use_details(const std::vector<Detail>& said, const config::Place& place, Step& step) {
  std::optional<std::vector<engine::step::CommTime>> closed;
  for (std::size_t c = 0; c < step.program.comms.size(); ++c) {
    const workload::CommWork& comm = step.program.comms[c];
    if (comm.kind == workload::CollectiveKind::send) continue;
    const std::vector<bool> spanned = dimensions_of(step, comm.axes);
    bool analytic = false, simulated = false, by_node = true;
    for (std::size_t d = 0; d < said.size(); ++d) {
      if (!spanned[d]) continue;
      (said[d] == Detail::analytic ? analytic : simulated) = true;
      by_node = by_node && said[d] == Detail::node;
    }
    if (analytic && simulated) {
      place.fail("dimensions of one group all analytic, or none of them", "some of each");
    }
    if (!by_node) step.node_comms[c].reset();
    if (!analytic) continue;
    if (!closed) closed = comm_times(step);
    step.node_comms[c] = (*closed)[c].time;
  }
}

Carriers::Carriers(const Step& step, std::vector<Detail> details)
    : step_(step), details_(std::move(details)) {
  const systemc::FaultConfig& faults = step.config.exchange.faults;
  const systemc::CircuitConfig& circuit = step.config.exchange.circuit;
  repeats_ = !expects_faults(faults) && circuit.jitter.count() == 0 && circuit.skew.count() == 0;
}

const machine::Exchanged& Carriers::carry(int dimension, const demand::DemandMatrix& demand,
                                          std::uint64_t index,
                                          const std::optional<systemc::Foresight>& foresight,
                                          const std::optional<systemc::Before>& before,
                                          Picoseconds at) {
  base::Digest digest;
  digest.add_signed(dimension);
  for (const std::int64_t entry : demand.row_major()) digest.add_signed(entry);
  if (foresight) {
    digest.add_signed(foresight->lead.count());
    for (const std::int64_t entry : foresight->expected.row_major()) digest.add_signed(entry);
  }
  if (before) add(*before, digest);
  const std::optional<int> only = step_.config.exchange.faults.exchange;
  const bool faults = !only || index == static_cast<std::uint64_t>(*only);
  if (!repeats_ && faults) digest.add(index + 1);
  const systemc::Foresight* const ahead = foresight ? &*foresight : nullptr;
  const systemc::Before* const builds_on = before ? &*before : nullptr;
  if (wants_wave(dimension, at)) {
    waves_.push_back(fmt::format("{}/exchange_{}.fst", step_.waves->folder, index));
    machine::Exchanger own(config_of(dimension, faults), step_.config.seed, waves_.back());
    return known_[digest.value()] = own.carry(demand, index, ahead, builds_on);
  }
  const auto known = known_.find(digest.value());
  if (known != known_.end()) return known->second;
  return known_
      .emplace(digest.value(), of(dimension, faults).carry(demand, index, ahead, builds_on))
      .first->second;
}

bool Carriers::wants_wave(int d, Picoseconds at) const {
  return step_.waves && base::at(details_, d) == Detail::circuit && at >= step_.waves->from &&
         at < step_.waves->to && static_cast<int>(waves_.size()) < kMostWaves;
}

machine::ExchangeConfig Carriers::config_of(int d, bool faults) const {
  machine::ExchangeConfig config = step_.config.exchange;
  const topology::Dimension& dimension = step_.fabric.dimension(d);
  const Detail detail = base::at(details_, d);
  config.carrier = detail == Detail::circuit  ? machine::Carrier::circuit
                   : detail == Detail::packet ? machine::Carrier::packet
                                              : machine::Carrier::ideal;
  machine::use_links(dimension.size, base::in_bits(dimension.bandwidth), dimension.latency, config);
  if (!faults) config.faults = {};
  config.arrivals = !step_.config.expert_start.at_end();
  return config;
}

machine::Exchanger& Carriers::of(int d, bool faults) {
  const auto it = by_dimension_.find({d, faults});
  if (it != by_dimension_.end()) return it->second;
  return by_dimension_
      .emplace(std::pair(d, faults), machine::Exchanger(config_of(d, faults), step_.config.seed))
      .first->second;
}

Costs::Costs(const Step& step, StepMeetings& meetings)
    : step_(step),
      meetings_(meetings),
      products_(step),
      slowdown_(base::index(step.fabric.npus()), 1.0) {
  const systemc::FaultConfig& faults = step.config.exchange.faults;
  if (faults.slow_npus > step.fabric.npus()) {
    throw base::ConfigError({"faults", "/slow_npus",
                             "at most " + std::to_string(step.fabric.npus()) + ", as the job has",
                             std::to_string(faults.slow_npus), ""});
  }
  const std::vector<int> order =
      base::Rng(step.config.seed, "slow NPUs").permutation(step.fabric.npus());
  for (int k = 0; k < faults.slow_npus; ++k) {
    base::at(slowdown_, base::at(order, k)) = faults.slowdown;
  }
}

// The operation of experts that waits for the exchange; null where none does.
const workload::ExpertWork* Costs::experts_behind(int of_class, int exchange, int& op) const {
  const workload::ClassProgram& program = base::at(step_.program.classes, of_class);
  for (op = exchange + 1; op < static_cast<int>(program.ops.size()); ++op) {
    const workload::StepOp& one = base::at(program.ops, op);
    if (one.kind != workload::OpKind::compute || one.work < 0) continue;
    const auto* experts =
        std::get_if<workload::ExpertWork>(&base::at(step_.program.works, one.work));
    if (experts == nullptr) continue;
    const auto first = program.dependencies.begin() + one.first_dependency;
    if (std::find(first, first + one.dependencies, exchange) != first + one.dependencies) {
      return experts;
    }
  }
  return nullptr;
}

void Costs::begin_early(int meeting, const machine::Exchanged& answer) {
  if (step_.config.expert_start.at_end()) return;
  const StepExchange& exchange = meetings_.exchange(meeting);
  int op = 0;
  const workload::ExpertWork* const experts = experts_behind(exchange.of_class, exchange.op, op);
  if (experts == nullptr) return;
  const int work = base::at(base::at(step_.program.classes, exchange.of_class).ops, op).work;
  const systemc::Meeting& m = base::at(meetings_.meetings(), meeting);
  for (const int npu : m.members) {
    const auto port = std::find(m.npus.begin(), m.npus.end(), npu) - m.npus.begin();
    const auto kernels =
        machine::kernels_of(base::at(answer.arrivals, port), meetings_.own(meeting, npu).count(),
                            step_.config.expert_start);
    const double load = meetings_.load(exchange.of_class, op, npu);
    const Picoseconds end = machine::end_of(kernels, [&](double share) {
      return slowed(experts_cost(work, *experts, load * share).time, npu);
    });
    left_[{npu, op}] = std::max(end - base::at(answer.done, port), Picoseconds{0});
  }
}

systemc::ComputeCost Costs::of(int npu, int op) {
  systemc::ComputeCost cost = alone(npu, op);
  if (const auto left = left_.find({npu, op}); left != left_.end()) {
    const auto share = static_cast<double>(left->second.count()) /
                       static_cast<double>(std::max<std::int64_t>(cost.time.count(), 1));
    cost.bytes = Bytes{
        static_cast<std::int64_t>(static_cast<double>(cost.bytes.count()) * std::min(share, 1.0))};
    cost.time = left->second;
    return cost;
  }
  cost.time = slowed(cost.time, npu);
  return cost;
}

Picoseconds Costs::slowed(Picoseconds time, int npu) const {
  const double slowdown = base::at(slowdown_, npu);
  if (slowdown <= 1) return time;
  return Picoseconds{std::llround(static_cast<double>(time.count()) * slowdown)};
}

systemc::ComputeCost Costs::alone(int npu, int op) {
  const int c = step_.program.grid.place(npu, workload::Axis::pp);
  const workload::StepOp& one = base::at(base::at(step_.program.classes, c).ops, op);
  if (one.kind != workload::OpKind::compute || one.work < 0) return {};
  const workload::ComputeWork& work = base::at(step_.program.works, one.work);
  if (const auto* experts = std::get_if<workload::ExpertWork>(&work)) {
    return experts_cost(one.work, *experts, meetings_.load(c, op, npu));
  }
  return cost_of(work, base::at(step_.works, one.work));
}

systemc::ComputeCost Costs::cost_of(const workload::ComputeWork& work, Picoseconds by_law) const {
  std::vector<systemc::GemmWork> products = products_.of(work);
  if (!products.empty()) return {products_.time_beside(work), Bytes{0}, std::move(products)};
  const double read = base::to_seconds(by_law).count() * step_.npu.memory_bandwidth.count();
  const double bytes = std::min(workload::amounts_of(work).bytes, read * kOfMemory);
  return {by_law, Bytes{static_cast<std::int64_t>(bytes)}};
}

const systemc::ComputeCost& Costs::experts_cost(int work, const workload::ExpertWork& all,
                                                double load) {
  const auto [it, is_new] = experts_.try_emplace({work, load});
  if (!is_new) return it->second;
  workload::StepProgram one;
  workload::ExpertWork own = all;
  own.tokens *= load;
  if (knows_loads(step_.config)) own.skew = 0;
  one.works = {own};
  return it->second = cost_of(own, work_times(one, step_.npu).front());
}

}  // namespace jacquard::train
