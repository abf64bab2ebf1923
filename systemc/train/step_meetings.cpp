// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/step_meetings.hpp"

#include <algorithm>
#include <tuple>

#include "jacquard/base/at.hpp"
#include "jacquard/workload/expert_traffic.hpp"

namespace jacquard::train {
namespace {

using workload::OpLabel;
using workload::StepOp;

bool is_exchange(const StepOp& op) {
  return op.kind == workload::OpKind::collective &&
         (op.label == OpLabel::ep_dispatch || op.label == OpLabel::ep_combine);
}

// Axes of the groups of experts; none where nobody exchanges.
workload::AxisMask axes_of_experts(const workload::StepProgram& program) {
  for (const auto& one : program.classes) {
    for (const StepOp& op : one.ops) {
      if (is_exchange(op)) return base::at(program.comms, op.work).axes;
    }
  }
  return 0;
}

// The NPUs that differ from one in these axes only, ascending.
std::vector<int> members(const workload::RankGrid& grid, int npu, workload::AxisMask axes) {
  std::vector<int> all;
  for (int other = 0; other < grid.size(); ++other) {
    bool same = true;
    for (std::size_t a = 0; a < workload::kAxes; ++a) {
      const auto axis = static_cast<workload::Axis>(a);
      const bool free = (axes & workload::mask_of(axis)) != 0;
      same = same && (free || grid.place(npu, axis) == grid.place(other, axis));
    }
    if (same) all.push_back(other);
  }
  return all;
}

// The dimension in which all of a group differ.
int dimension_of(const Step& step, const std::vector<int>& group) {
  const int first = step.fabric.first_difference(group.front(), group.back());
  for (const int npu : group) {
    for (int d = 0; d < step.fabric.dimensions(); ++d) {
      if (d == first || step.fabric.digit(npu, d) == step.fabric.digit(group.front(), d)) continue;
      step.request.knob("ep").fail(
          "experts' groups within one dimension of the network on --engine cycle",
          "groups over dimensions " + std::to_string(std::min(first, d)) + " and " +
              std::to_string(std::max(first, d)));
    }
  }
  return first;
}

}  // namespace

StepMeetings::StepMeetings(const Step& step, const std::vector<machine::Detail>& details)
    : step_(step),
      meeting_of_(base::index(step.fabric.npus())),
      groups_(base::index(step.fabric.npus())),
      axes_(axes_of_experts(step.program)) {
  if (axes_ == 0 || step.program.grid.members(axes_) < 2) return;
  workload::ExpertTraffic traffic = workload::expert_traffic(step.request);
  routing_.emplace(traffic, step.config.expert_routing, step.config.seed, step.request.model.layers,
                   config::Place{step.request.place.source, "/expert_routing"});
  const auto& grid = step.program.grid;
  std::map<std::tuple<int, int, int>, int> known;  // class, operation, switch
  for (int npu = 0; npu < step.fabric.npus(); ++npu) {
    const int c = grid.place(npu, workload::Axis::pp);
    const int d = dimension_of(step, group_of(npu));
    if (base::at(details, d) == machine::Detail::analytic) continue;
    const auto& ops = base::at(step.program.classes, c).ops;
    for (int op = 0; op < static_cast<int>(ops.size()); ++op) {
      const StepOp& one = base::at(ops, op);
      if (!is_exchange(one) || base::at(step.node_comms, one.work)) continue;
      const int at_switch = step.fabric.instance(npu, d);
      const auto [it, is_new] =
          known.try_emplace({c, op, at_switch}, static_cast<int>(meetings_.size()));
      if (is_new) {
        systemc::Meeting& meeting = meetings_.emplace_back();
        meeting.dimension = d;
        for (int k = 0; k < step.fabric.dimension(d).size; ++k) {
          meeting.npus.push_back(step.fabric.with_digit(npu, d, k));
        }
        exchanges_.push_back(exchange_of(c, op));
      }
      base::at(meetings_, it->second).members.push_back(npu);
      base::at(meeting_of_, npu)[op] = it->second;
    }
  }
}

const std::vector<int>& StepMeetings::group_of(int npu) {
  std::vector<int>& group = base::at(groups_, npu);
  if (group.empty()) {
    group = members(step_.program.grid, npu, axes_);
    for (const int other : group) base::at(groups_, other) = group;
  }
  return group;
}

const StepExchange StepMeetings::exchange_of(int of_class, int op) const {
  const StepOp& one = base::at(base::at(step_.program.classes, of_class).ops, op);
  return {of_class, op, std::max<int>(one.layer, 0), std::max<int>(one.micro_batch, 0),
          one.label == OpLabel::ep_combine};
}

demand::DemandMatrix StepMeetings::demand(int meeting) {
  const StepExchange& e = base::at(exchanges_, meeting);
  return demand(meeting, e.layer, e.time);
}

demand::DemandMatrix StepMeetings::demand(int meeting, int layer, std::int64_t time) {
  const systemc::Meeting& m = base::at(meetings_, meeting);
  const StepExchange& e = base::at(exchanges_, meeting);
  const demand::DemandMatrix& of_group = routing_->demand(layer, time);
  const auto port_of = [&](int npu) {
    return static_cast<int>(std::find(m.npus.begin(), m.npus.end(), npu) - m.npus.begin());
  };
  demand::DemandMatrix all(static_cast<int>(m.npus.size()));
  for (const int npu : m.members) {
    const std::vector<int>& group = group_of(npu);
    const auto own = static_cast<int>(std::find(group.begin(), group.end(), npu) - group.begin());
    for (int rank = 0; rank < static_cast<int>(group.size()); ++rank) {
      if (rank == own) continue;
      const base::Bytes bytes = e.combine ? of_group.at(rank, own) : of_group.at(own, rank);
      all.set(port_of(npu), port_of(base::at(group, rank)), bytes);
    }
  }
  return all;
}

base::Bytes StepMeetings::own(int meeting, int npu) {
  const StepExchange& e = base::at(exchanges_, meeting);
  const std::vector<int>& group = group_of(npu);
  const auto own = static_cast<int>(std::find(group.begin(), group.end(), npu) - group.begin());
  return routing_->demand(e.layer, e.time).at(own, own);
}

double StepMeetings::load(int of_class, int op, int npu) {
  if (!routing_ || step_.config.expert_routing.kind == workload::RoutingKind::uniform) return 1;
  const StepExchange e = exchange_of(of_class, op);
  const demand::DemandMatrix& of_group = routing_->demand(e.layer, e.time);
  const std::vector<int>& group = group_of(npu);
  const auto own = static_cast<int>(std::find(group.begin(), group.end(), npu) - group.begin());
  double received = 0;
  for (int rank = 0; rank < of_group.ports(); ++rank) {
    received += static_cast<double>(of_group.at(rank, own).count());
  }
  const auto total = static_cast<double>(of_group.total().count());
  return total > 0 ? received * of_group.ports() / total : 1;
}

}  // namespace jacquard::train
