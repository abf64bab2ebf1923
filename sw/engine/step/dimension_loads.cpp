// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/step/dimension_loads.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <optional>
#include <tuple>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/collective/generate.hpp"

namespace jacquard::engine::step {
namespace {

using base::at;
using workload::CommWork;
using workload::StepOp;

constexpr double kMostCarried = 8e18;  // bytes, as the event engine

struct Load {
  double bytes = 0;
  double busy_ps = 0;
};
using Loads = std::vector<Load>;  // by dimension

class Counter {
 public:
  Counter(const CommMachine& machine, const workload::StepProgram& program)
      : machine_(machine), fabric_(*machine.fabric), program_(program) {
    std::vector<workload::AxisMask> groups;
    for (const CommWork& comm : program.comms) groups.push_back(comm.axes);
    times_.emplace(machine, program.grid, groups);
  }

  // Of one group, all its members together.
  Loads of_collective(const CommWork& comm) const {
    Loads loads(base::index(fabric_.dimensions()));
    if (program_.grid.members(comm.axes) == 1) return loads;
    const CommTimes::Rounds asked = times_->rounds_of(comm);
    const rounds::RoundGraph graph = collective::generate(asked.chunk);
    for (const rounds::Round& round : graph.rounds) {
      const rounds::Shape& shape = graph.collective_of(round).shape;
      if (round.cast) {
        add_cast(asked, shape, round, loads);
        continue;
      }
      // Away from rings every way of a round has as many links.
      const int ranks = asked.on_ring ? shape.size() : 1;
      const double each = asked.on_ring ? 1 : round.permutation.messages(shape);
      for (int rank = 0; rank < ranks; ++rank) {
        const int to = round.permutation.receiver(shape, rank);
        if (to == rounds::kNobody) continue;
        add(asked.npu(rank), asked.npu(to), round.bytes, each * round.repeat * asked.chunks, loads);
      }
    }
    return loads;
  }

  // Each sender's link up, and each receiver's link down.
  void add_cast(const CommTimes::Rounds& asked, const rounds::Shape& shape,
                const rounds::Round& round, Loads& loads) const {
    const rounds::Cast& cast = *round.cast;
    const int other = shape.with_digit(0, cast.digit, 1);
    const int d = fabric_.first_difference(asked.npu(0), asked.npu(other));
    const double receivers = cast.receivers.last - cast.receivers.first + 1;
    const double senders = cast.senders.last - cast.senders.first + 1;
    const double links =
        cast.messages(shape) * (1 + receivers / senders) * round.repeat * asked.chunks;
    const base::Picoseconds stay =
        serialisation(round.bytes, fabric_.dimension(d).bandwidth, machine_.origin);
    at(loads, d).bytes += links * static_cast<double>(round.bytes.count());
    at(loads, d).busy_ps += links * static_cast<double>(stay.count());
  }

  void add(int from, int to, base::Bytes bytes, double times, Loads& loads) const {
    for (int d = 0; d < fabric_.dimensions(); ++d) {
      const topology::Dimension& dimension = fabric_.dimension(d);
      const int offset =
          (fabric_.digit(to, d) - fabric_.digit(from, d) + dimension.size) % dimension.size;
      if (offset == 0) continue;
      const double links = times * hops(dimension, offset);
      const base::Picoseconds stay = serialisation(bytes, dimension.bandwidth, machine_.origin);
      at(loads, d).bytes += links * static_cast<double>(bytes.count());
      at(loads, d).busy_ps += links * static_cast<double>(stay.count());
    }
  }

 private:
  const CommMachine& machine_;
  const topology::Fabric& fabric_;
  const workload::StepProgram& program_;
  std::optional<CommTimes> times_;
};

// How often each communication is made by the NPUs that differ in no stage, and each message
// between two classes.
struct Counts {
  std::vector<double> collectives;
  std::map<std::tuple<int, int, int>, double> messages;  // by comm, sender and receiver
};

Counts counts_of(const workload::StepProgram& program, const std::vector<bool>& counted) {
  Counts counts{std::vector<double>(program.comms.size(), 0), {}};
  for (std::size_t c = 0; c < program.classes.size(); ++c) {
    for (const StepOp& op : program.classes[c].ops) {
      const bool sends = op.kind == workload::OpKind::send;
      if (!sends && op.kind != workload::OpKind::collective) continue;
      if (!counted.empty() && !counted[base::index(op.work)]) continue;
      if (sends) {
        ++counts.messages[{op.work, static_cast<int>(c), op.peer}];
      } else {
        ++at(counts.collectives, op.work);
      }
    }
  }
  return counts;
}

}  // namespace

std::vector<Result::Dimension> dimension_loads(const CommMachine& machine,
                                               const workload::StepProgram& program,
                                               const std::vector<bool>& counted,
                                               base::Picoseconds time) {
  const Counter counter(machine, program);
  const Counts counts = counts_of(program, counted);
  const double of_class =
      static_cast<double>(program.grid.size()) / static_cast<double>(program.classes.size());
  Loads sums(base::index(machine.fabric->dimensions()));
  const auto add = [&sums](const Loads& loads, double times) {
    for (std::size_t d = 0; d < sums.size(); ++d) {
      sums[d].bytes += loads[d].bytes * times;
      sums[d].busy_ps += loads[d].busy_ps * times;
    }
  };
  for (std::size_t c = 0; c < counts.collectives.size(); ++c) {
    if (counts.collectives[c] == 0) continue;
    const CommWork& comm = program.comms[c];
    add(counter.of_collective(comm),
        counts.collectives[c] * of_class / program.grid.members(comm.axes));
  }
  const int stride = program.grid.stride(workload::Axis::pp);
  for (const auto& [key, count] : counts.messages) {
    const auto& [comm, from, to] = key;
    Loads loads(sums.size());
    counter.add(at(program.classes, from).stage * stride, at(program.classes, to).stage * stride,
                at(program.comms, comm).bytes, 1, loads);
    add(loads, count * of_class);
  }
  std::vector<Result::Dimension> out;
  for (std::size_t d = 0; d < sums.size(); ++d) {
    if (!(sums[d].bytes <= kMostCarried)) {
      throw base::ConfigError({machine.origin.source, "", "links that carry less than 8e18 bytes",
                               fmt::format("{:.3g}", sums[d].bytes), machine.origin.hint});
    }
    Result::Dimension& dimension = out.emplace_back();
    dimension.bytes = base::Bytes{std::llround(sums[d].bytes)};
    dimension.busy = base::Seconds{sums[d].busy_ps * 1e-12};
    dimension.links = machine.fabric->links_in(static_cast<int>(d));
    const double offered = static_cast<double>(dimension.links) * static_cast<double>(time.count());
    if (offered > 0) dimension.utilisation = sums[d].busy_ps / offered;
  }
  return out;
}

}  // namespace jacquard::engine::step
