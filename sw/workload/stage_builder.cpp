// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/stage_builder.hpp"

namespace jacquard::workload {
namespace {

std::vector<Pass> passes_in_order(const StepRequest& r, const StepPlan& plan, int stage) {
  if (r.kind != StepKind::train) return forward_passes(plan.micro_batches, plan.chunks);
  return passes_of(r.parallelism.schedule, stage, r.parallelism.pp, plan.micro_batches,
                   plan.chunks);
}

}  // namespace

using Index = OpWriter::Index;

StageBuilder::StageBuilder(const StepRequest& request, const StepPlan& plan, const StepWorks& works,
                           int stage, StepProgram& program)
    : request_(request),
      plan_(plan),
      works_(works),
      stage_(stage),
      program_(program),
      class_(base::at(program.classes, stage)),
      passes_(passes_in_order(request, plan, stage)),
      out_(class_),
      layers_(works, again_of(request.model, request.parallelism.recomputes()), out_),
      modules_(works, Again::nothing, out_),
      weights_(uses(), request.parallelism, prefetch(),
               request.parallelism.overlap && request.software.reduces_beside, out_) {}

StageBuilder::Part StageBuilder::part(const Pass& pass) const {
  Part part;
  part.chunk = pass.chunk;
  part.place = place_of(request_.parallelism.schedule, stage_, pass.chunk, request_.parallelism.pp);
  part.layers = base::at(plan_.virtual_layers, part.place);
  part.first = base::at(plan_.first_layers, part.place);
  part.embeds = part.place == 0;
  part.ends = base::index(part.place) + 1 == plan_.virtual_layers.size();
  return part;
}

void StageBuilder::list_units(const Part& part, std::vector<UnitUse>& uses) const {
  if (part.embeds) uses.push_back({{-1, &works_.embedding_unit, false}});
  for (int layer = part.first; layer < part.first + part.layers; ++layer) {
    const int kind = index_of(request_.model.kind(layer));
    uses.push_back({{layer, &base::at(works_.layer_units, kind), true}});
  }
  if (part.ends) uses.push_back({{request_.model.layers, &works_.output_unit, false}});
}

const Both& StageBuilder::launch_of(int layer) const {
  return base::at(works_.launch, index_of(request_.model.kind(layer)));
}

// What a step gathers behind its update the next one may gather beside its first forward pass: as
// long a step, of which this one has the beginning.
bool StageBuilder::gathers_beside() const {
  return request_.kind == StepKind::train && request_.parallelism.zero == 1 &&
         request_.software.gathers_beside;
}

// Weights that stay may be gathered as far ahead as the network is free.
std::size_t StageBuilder::prefetch() const {
  if (gathers_beside()) return base::index(request_.model.layers) + 2;
  return base::index(request_.parallelism.prefetch);
}

std::vector<UnitUse> StageBuilder::uses() const {
  std::vector<UnitUse> uses;
  for (const Pass& pass : passes_) {
    const std::size_t before = uses.size();
    list_units(part(pass), uses);
    if (pass.kind != PassKind::forward) {
      std::reverse(uses.begin() + static_cast<std::ptrdiff_t>(before), uses.end());
    }
    for (std::size_t i = before; i < uses.size(); ++i) {
      uses[i].pass = pass.kind;
      uses[i].micro_batch = pass.micro_batch;
    }
  }
  mark_uses(request_.kind == StepKind::train ? request_.parallelism.zero : 0, gathers_beside(),
            uses);
  return uses;
}

void StageBuilder::reserve(std::size_t layer_passes) {
  class_.ops.reserve(layer_passes * 20 + 32);
  class_.dependencies.reserve(layer_passes * 20 + 32);
}

void StageBuilder::build() {
  class_.stage = stage_;
  std::size_t layer_passes = 0;
  for (const Pass& pass : passes_) layer_passes += base::index(part(pass).layers) + 2;
  reserve(layer_passes);
  for (const Pass& pass : passes_) {
    if (pass.kind == PassKind::forward) {
      forward(pass);
    } else {
      backward(pass);
    }
  }
  if (request_.kind == StepKind::train) update();
  if (works_.token >= 0 && stage_ == 0) receive_tokens();
}

// The next step begins with them (decode_loop.hpp).
void StageBuilder::receive_tokens() {
  const int last = request_.parallelism.pp - 1;
  for (int i = 0; i < plan_.micro_batches; ++i) {
    out_.within(forward_phase(), StepOp::kNone, i);
    out_.receive(OpLabel::pipeline_comm, works_.token, last,
                 tag(static_cast<int>(plan_.virtual_layers.size()) - 1, false, i));
  }
}

Phase StageBuilder::forward_phase() const {
  if (request_.kind == StepKind::train) return Phase::forward;
  return request_.kind == StepKind::prefill ? Phase::prefill : Phase::decode;
}

// A tag for each boundary, direction and micro-batch.
int StageBuilder::tag(int place, bool backward, int micro_batch) const {
  return (micro_batch * static_cast<int>(plan_.virtual_layers.size()) + place) * 2 +
         (backward ? 1 : 0);
}

// Tags name the boundary by the place before it. The stage may be its own neighbour.
Index StageBuilder::arrived(const Part& part, bool backward, int micro_batch) {
  const int from = backward ? part.place + 1 : part.place - 1;
  const int stage =
      stage_of(request_.parallelism.schedule, from, part.chunk, request_.parallelism.pp);
  const int of = tag(backward ? part.place : from, backward, micro_batch);
  if (stage == stage_) return handed_over_.at(of);
  return out_.receive(OpLabel::pipeline_comm, works_.boundary, stage, of);
}

void StageBuilder::leave(const Part& part, bool backward, int micro_batch, Index last) {
  const int to = backward ? part.place - 1 : part.place + 1;
  const int stage =
      stage_of(request_.parallelism.schedule, to, part.chunk, request_.parallelism.pp);
  const int of = tag(backward ? to : part.place, backward, micro_batch);
  if (stage == stage_) {
    handed_over_[of] = last;
  } else {
    out_.send(OpLabel::pipeline_comm, works_.boundary, stage, of, last);
  }
}

void StageBuilder::forward(const Pass& pass) {
  const Part p = part(pass);
  const Phase phase = forward_phase();
  Index last = OpWriter::kNothing;
  if (p.embeds) {
    out_.within(phase, StepOp::kNone, pass.micro_batch);
    const Index rows = out_.compute(OpLabel::embedding, works_.embedding.forward, weights_.begin());
    last = request_.model.vocabulary > 0
               ? out_.communicate(OpLabel::tp_comm, works_.reduce, kTensorStream, rows)
               : rows;
    weights_.end();
  } else {
    out_.within(phase, StepOp::kNone, pass.micro_batch);
    last = arrived(p, false, pass.micro_batch);
  }
  if (pass.with_next) {
    const Pass& next = *(&pass + 1);
    const Part behind = part(next);
    beside_ = Beside{};
    if (!behind.ends) {
      beside_->arrived = arrived(behind, true, next.micro_batch);
      out_.hold(beside_->arrived);
    }
  }
  for (int layer = p.first; layer < p.first + p.layers; ++layer) {
    out_.within(phase, layer, pass.micro_batch);
    const Index gathered = weights_.begin();
    last = layers_.forward(request_.model.kind(layer), last, gathered);
    out_.compute(OpLabel::other, launch_of(layer).forward, last);
    weights_.end();
  }
  out_.within(phase, StepOp::kNone, pass.micro_batch);
  if (p.ends) {
    const Index end = forward_end(last);
    if (works_.token >= 0) {
      out_.send(OpLabel::pipeline_comm, works_.token, 0, tag(p.place, false, pass.micro_batch),
                end);
    }
  } else if (pass.with_next) {
    beside_->last = last;
    beside_->part = p;
    beside_->micro_batch = pass.micro_batch;
  } else {
    leave(p, false, pass.micro_batch, last);
  }
}

void StageBuilder::backward(const Pass& pass) {
  const Part p = part(pass);
  const bool data = pass.kind != PassKind::backward_weights;
  out_.within(Phase::backward, StepOp::kNone, pass.micro_batch);
  Index last = OpWriter::kNothing;
  if (p.ends) {
    last = backward_end(pass.kind);
  } else if (data) {
    last = beside_ ? beside_->arrived : arrived(p, true, pass.micro_batch);
  }
  for (int layer = p.first + p.layers - 1; layer >= p.first; --layer) {
    out_.within(Phase::backward, layer, pass.micro_batch);
    const Index gathered = weights_.begin();
    const LayerKind kind = request_.model.kind(layer);
    if (data && request_.parallelism.recompute == Recompute::full) {
      out_.recomputing(true);
      // Behind the gradient of another stage; that of the layer above may come meanwhile.
      const bool arrives = layer + 1 == p.first + p.layers;
      layers_.forward(kind, arrives ? last : OpWriter::kNothing, gathered);
      out_.recomputing(false);
    }
    last = layers_.backward(kind, pass.kind, last, gathered);
    out_.compute(OpLabel::other, launch_of(layer).backward, last);
    weights_.end();
  }
  out_.within(Phase::backward, StepOp::kNone, pass.micro_batch);
  if (p.embeds) {
    const Index gathered = weights_.begin();
    if (data) {
      last = request_.model.vocabulary > 0
                 ? out_.communicate(OpLabel::tp_comm, works_.gather, kTensorStream, last)
                 : last;
    }
    if (pass.kind != PassKind::backward_data) {
      out_.compute(OpLabel::embedding, works_.embedding.backward, last, gathered);
    }
    weights_.end();
  } else if (data) {
    leave(p, true, pass.micro_batch, last);
  }
  if (!beside_) return;
  if (beside_->last >= 0) {
    out_.within(Phase::forward, StepOp::kNone, beside_->micro_batch);
    out_.hold(beside_->last);
    leave(beside_->part, false, beside_->micro_batch, out_.last(kComputeStream));
  }
  beside_.reset();
}

}  // namespace jacquard::workload
