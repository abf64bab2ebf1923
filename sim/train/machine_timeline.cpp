// SPDX-License-Identifier: Apache-2.0
#include "sim/train/machine_timeline.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/report/fabric/fabric_timeline.hpp"
#include "sim/train/phase_text.hpp"

namespace jacquard::train {
namespace {

using base::Picoseconds;
using engine::Interval;
using workload::OpKind;
using workload::StepOp;

std::string name_of_op(const StepOp& op) {
  std::string name = workload::name_of(op.label);
  if (op.layer >= 0) name += fmt::format(", layer {}", op.layer);
  if (op.phase != workload::Phase::none) name += fmt::format(", {}", phase_text(op.phase));
  if (op.micro_batch >= 0) name += fmt::format(" of micro-batch {}", op.micro_batch);
  return name;
}

std::string decisions_text(std::int64_t count) {
  return count == 1 ? "decision" : fmt::format("{} decisions", count);
}

class Recorder {
 public:
  Recorder(const Step& step, const StepAnswer& answer) : step_(step), on_(*answer.machine) {
    for (const ExchangeOfStep& e : on_.exchanges) {
      for (const int npu : e.members) of_npu_[{npu, e.what.op}] = &e;
    }
    run_.fabric = fmt::format("{} NPUs", step.fabric.npus());
    run_.traffic = "a step of " + step.request.model.name;
    run_.completion = answer.time;
  }

  report::FabricRun take() {
    for (const int npu : on_.npus) {
      const int c = step_.program.grid.place(npu, workload::Axis::pp);
      const auto& ops = base::at(step_.program.classes, c).ops;
      for (int op = 0; op < static_cast<int>(ops.size()); ++op) tell(npu, op, base::at(ops, op));
    }
    return std::move(run_);
  }

 private:
  void add(int npu, const char* track, const std::string& name, Picoseconds from, Picoseconds to) {
    if (to > from)
      run_.activities.push_back({fmt::format("npu {} {}", npu, track), name, from, to});
  }

  void tell(int npu, int number, const StepOp& op) {
    const Interval& ran = base::at(base::at(on_.intervals, npu), number);
    const std::string name = name_of_op(op);
    const auto exchange = of_npu_.find({npu, number});
    if (exchange != of_npu_.end()) {
      tell_exchange(npu, name, ran, *exchange->second);
    } else if (op.kind == OpKind::compute) {
      add(npu, "compute", name, ran.begin, ran.end);
      const Picoseconds alone = base::at(base::at(on_.alone, npu), number);
      add(npu, "memory", name + ": waits for memory", ran.begin + alone, ran.end);
    } else {
      add(npu, "wire", name, ran.begin, ran.end);
    }
  }

  void tell_exchange(int npu, const std::string& name, const Interval& ran,
                     const ExchangeOfStep& e) {
    add(npu, "wait", "for the last NPU to route", ran.begin, e.times.known);
    add(npu, "wait", "for the switch", e.times.known, e.times.begin);
    const Picoseconds decided = e.times.begin + e.answer.decision;
    add(npu, "decision", decisions_text(e.answer.decisions), e.times.begin,
        std::min(decided, ran.end));
    add(npu, "wire", fmt::format("{}: {} permutations", name, e.answer.permutations), e.times.begin,
        ran.end);
  }

  const Step& step_;
  const OnMachine& on_;
  std::map<std::pair<int, int>, const ExchangeOfStep*> of_npu_;  // by NPU and operation
  report::FabricRun run_;
};

}  // namespace

report::Timeline machine_timeline(const Step& step, const StepAnswer& answer) {
  return report::fabric_timeline(Recorder(step, answer).take());
}

}  // namespace jacquard::train
