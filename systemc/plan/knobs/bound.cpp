// SPDX-License-Identifier: Apache-2.0
#include "systemc/plan/knobs/bound.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "jacquard/base/at.hpp"
#include "jacquard/workload/stage_builder.hpp"

namespace jacquard::knobs {
namespace {

using engine::step::CommTime;
using workload::ClassProgram;
using workload::OpKind;
using workload::Phase;
using workload::StepOp;

constexpr int kDimensions = 32;

// The last virtual stage that does as this one: of as many layers of the same kinds, and away from
// the ends of the model.
std::vector<int> likes_of(const workload::Model& model, const workload::StepPlan& plan) {
  const int places = static_cast<int>(plan.virtual_layers.size());
  const auto are_alike = [&](int a, int b) {
    if (a == 0 || b == places - 1) return false;
    const int layers = base::at(plan.virtual_layers, a);
    if (base::at(plan.virtual_layers, b) != layers) return false;
    for (int i = 0; i < layers; ++i) {
      const auto kind_in = [&](int place) {
        return workload::index_of(model.kind(base::at(plan.first_layers, place) + i));
      };
      if (kind_in(a) != kind_in(b)) return false;
    }
    return true;
  };
  std::vector<int> likes(base::index(places));
  std::vector<int> last;  // of each sort, from the last place on
  for (int place = places - 1; place >= 0; --place) {
    const auto found =
        std::find_if(last.begin(), last.end(), [&](int other) { return are_alike(place, other); });
    const bool is_new = found == last.end();
    likes[base::index(place)] = is_new ? place : *found;
    if (is_new) last.push_back(place);
  }
  return likes;
}

// A class for each virtual stage, one micro-batch through them; empty where a later one is alike.
workload::StepProgram one_micro_batch(const train::Step& step, const std::vector<int>& likes) {
  workload::StepRequest request = step.request;
  workload::StepPlan plan = step.plan;
  workload::StepProgram program;
  program.grid = request.parallelism.grid();
  const workload::StepWorks works = workload::add_works(request, plan, program);
  const int places = static_cast<int>(plan.virtual_layers.size());
  request.parallelism.pp = places;
  request.parallelism.virtual_stages = 1;
  request.parallelism.schedule = workload::PipelineSchedule::one_f_one_b;
  plan.micro_batches = 1;
  plan.chunks = 1;
  program.classes.resize(base::index(places));
  for (int place = 0; place < places; ++place) {
    if (base::at(likes, place) != place) continue;
    workload::StageBuilder(request, plan, works, place, program).build();
  }
  return program;
}

// Picoseconds from one operation on, through what follows from it.
struct Path {
  std::int64_t compute = 0;  // until the last computation ends
  std::int64_t sent = 0;     // until the message to the next stage is there
  std::int64_t all = 0;      // until all of it ends
};

// Paths from the first computation of a pass, and from the message that the pass waits for: some
// computations do not.
struct VirtualStage {
  Path forward;
  Path forward_received;
  Path backward;
  Path backward_received;
  Path last;  // the last backward pass, and the update
  Path last_received;
  std::int64_t gathers = 0;  // of updated weights
  // Of collectives in each dimension: of a micro-batch, and once in a step.
  std::array<std::int64_t, kDimensions> each{};
  std::array<std::int64_t, kDimensions> once{};
};

class Bound {
 public:
  Bound(const train::Step& step, const std::vector<int>& likes)
      : step_(step), comms_(train::comm_times(step)), stages_(likes.size()) {
    for (int place = static_cast<int>(likes.size()) - 1; place >= 0; --place) {
      const int like = base::at(likes, place);
      base::at(stages_, place) =
          like == place ? look_at(base::at(step.program.classes, place)) : base::at(stages_, like);
    }
  }

  std::int64_t value() const {
    const int pp = step_.request.parallelism.pp;
    std::int64_t most = 0;
    for (int stage = 0; stage < pp; ++stage) {
      most = std::max({most, by_passes(stage), by_dimensions(stage)});
    }
    return std::max(most, through_all());
  }

 private:
  std::int64_t duration(const StepOp& op) const {
    if (op.kind == OpKind::compute) return base::at(step_.works, op.work).count();
    if (op.kind == OpKind::collective || op.kind == OpKind::send) {
      const CommTime& comm = base::at(comms_, op.work);
      return comm.time.count();
    }
    return 0;
  }

  // The longest path through operations [first, end): streams in order, and dependencies.
  // `received`: from the message, where there is one.
  Path path(const ClassProgram& program, std::size_t first, std::size_t end, bool received) {
    const auto begins = program.ops.begin() + static_cast<std::ptrdiff_t>(first);
    const auto ends = program.ops.begin() + static_cast<std::ptrdiff_t>(end);
    received = received && std::any_of(begins, ends, [](const StepOp& op) {
                 return op.kind == OpKind::receive && op.phase != Phase::update;
               });
    const OpKind from = received ? OpKind::receive : OpKind::compute;
    Path path;
    ends_.assign(program.ops.size(), -1);
    std::array<std::int64_t, workload::kStreams> last;
    last.fill(-1);
    bool begun = false;
    for (std::size_t i = first; i < end; ++i) {
      const StepOp& op = program.ops[i];
      std::int64_t ready = base::at(last, op.stream);
      for (std::uint32_t d = 0; d < op.dependencies; ++d) {
        ready = std::max(ready, base::at(ends_, program.dependencies[op.first_dependency + d]));
      }
      if (!begun && op.kind == from) {
        begun = true;
        ready = 0;
      }
      if (ready < 0) continue;  // may be before it
      const std::int64_t done = ready + duration(op);
      base::at(ends_, i) = base::at(last, op.stream) = done;
      if (op.kind == OpKind::compute) path.compute = done;
      if (op.kind == OpKind::send && op.phase != Phase::update) path.sent = done;
      path.all = std::max(path.all, done);
    }
    return path;
  }

  VirtualStage look_at(const ClassProgram& program) {
    const auto& ops = program.ops;
    const auto found = [&](auto is) {
      return static_cast<std::size_t>(std::find_if(ops.begin(), ops.end(), is) - ops.begin());
    };
    // A pass begins with its receive or its first computation; what is gathered ahead of it on
    // other streams may stand before.
    const std::size_t backward = found([](const StepOp& op) {
      return op.phase == Phase::backward &&
             (op.kind == OpKind::compute || op.kind == OpKind::receive);
    });
    const std::size_t update = found([](const StepOp& op) { return op.phase == Phase::update; });
    VirtualStage stage;
    stage.forward = path(program, 0, backward, false);
    stage.forward_received = path(program, 0, backward, true);
    stage.backward = path(program, backward, update, false);
    stage.backward_received = path(program, backward, update, true);
    stage.last = path(program, backward, ops.size(), false);
    stage.last_received = path(program, backward, ops.size(), true);
    occupy(program, stage);
    return stage;
  }

  void occupy(const ClassProgram& program, VirtualStage& stage) const {
    const int zero = step_.request.parallelism.zero;
    std::array<std::int64_t, kDimensions> longest_gather{};
    for (const StepOp& op : program.ops) {
      if (op.kind != OpKind::collective) continue;
      const bool gathers = op.stream == workload::kGatherStream;
      const bool reduces = op.stream == workload::kReduceStream;
      const bool each = gathers ? zero == 3 : reduces ? zero >= 2 : op.phase != Phase::update;
      const CommTime& comm = base::at(comms_, op.work);
      if (gathers && op.phase == Phase::update) stage.gathers += comm.time.count();
      for (int k = 0; k < comm.phase_count(); ++k) {
        const std::int64_t time = comm.time_of(k).count() * comm.chunks;
        for (int d = 0; d < kDimensions; ++d) {
          if ((comm.dimensions_of(k) >> static_cast<unsigned>(d) & 1U) == 0) continue;
          base::at(each ? stage.each : stage.once, d) += time;
          if (gathers && each)
            base::at(longest_gather, d) = std::max(longest_gather[base::index(d)], time);
        }
      }
    }
    // Between two micro-batches weights that are still there are not gathered: one unit's.
    for (std::size_t d = 0; d < kDimensions; ++d) stage.each[d] -= longest_gather[d];
  }

  // Of a stage: until its first pass, its passes, and from the last one on.
  std::int64_t by_passes(int stage) const {
    const int pp = step_.request.parallelism.pp;
    std::int64_t passes = 0;
    std::int64_t others_gathers = 0;
    for (std::size_t place = base::index(stage); place < stages_.size(); place += base::index(pp)) {
      passes += stages_[place].forward.compute + stages_[place].backward.compute;
      if (place != base::index(stage)) others_gathers += stages_[place].gathers;
    }
    const VirtualStage& own = base::at(stages_, stage);
    const std::int64_t last_begins =
        filled(stage) + passes * step_.plan.micro_batches - own.backward.compute;
    return last_begins + std::max(own.last.all + others_gathers, drained(stage));
  }

  // Until the first message is there.
  std::int64_t filled(int place) const {
    std::int64_t sum = 0;
    for (int k = 0; k < place; ++k) sum += base::at(stages_, k).forward_received.sent;
    return sum;
  }
  // From the first computation of the last backward pass on.
  std::int64_t drained(int place) const {
    if (place == 0) return stages_.front().last.all;
    std::int64_t sum = base::at(stages_, place).backward.sent;
    for (int k = place - 1; k > 0; --k) sum += base::at(stages_, k).backward_received.sent;
    return sum + stages_.front().last_received.all;
  }

  std::int64_t by_dimensions(int stage) const {
    const int pp = step_.request.parallelism.pp;
    std::int64_t most = 0;
    for (std::size_t d = 0; d < kDimensions; ++d) {
      std::int64_t sum = 0;
      for (std::size_t place = base::index(stage); place < stages_.size();
           place += base::index(pp)) {
        sum += std::max<std::int64_t>(0, stages_[place].each[d]) * step_.plan.micro_batches +
               stages_[place].once[d];
      }
      most = std::max(most, sum);
    }
    return most;
  }

  std::int64_t through_all() const {
    const int last = static_cast<int>(stages_.size()) - 1;
    return filled(last) + stages_.back().forward.compute + drained(last);
  }

  const train::Step& step_;
  std::vector<CommTime> comms_;
  std::vector<VirtualStage> stages_;
  std::vector<std::int64_t> ends_;
};

}  // namespace

base::Picoseconds lower_bound(train::Step& step) {
  const std::vector<int> likes = likes_of(step.request.model, step.plan);
  train::set_program(step, one_micro_batch(step, likes));
  return base::Picoseconds{Bound(step, likes).value()};
}

}  // namespace jacquard::knobs
