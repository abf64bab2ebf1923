// SPDX-License-Identifier: Apache-2.0
#include "jacquard/plan/physical/step_prices.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/base/at.hpp"

namespace jacquard::plan::physical {
namespace {

using engine::step::CommTime;
using workload::Axis;
using workload::AxisMask;
using workload::CollectiveKind;

constexpr double kMostSeconds = 1e6;
constexpr double kMostBytes = 4e18;

AxisMask axes_of(Reach reach) {
  switch (reach) {
    case Reach::inside:
      return workload::mask_of(Axis::tp);
    case Reach::across:
      return workload::mask_of(Axis::dp);
    case Reach::all:
      break;
  }
  return static_cast<AxisMask>(workload::mask_of(Axis::tp) | workload::mask_of(Axis::dp));
}

}  // namespace

StepPrices::StepPrices(PricedSystem& machine, const Strategy& strategy, const Keeping& keeping,
                       Timed& out)
    : machine_(machine),
      request_(machine.request),
      model_(request_.model),
      strategy_(strategy),
      keeping_(keeping),
      out_(out),
      volumes_(request_.physics.has(Departure::volumes)) {
  price_embedding();
}

int StepPrices::optimizer(double parameters) {
  return add_work(machine_.compute.optimizer(parameters));
}

bool StepPrices::divides(Part part) const { return part == Part::blocks || !recommends(model_); }
double StepPrices::samples(Part part) const {
  const Shares s = shares_of(strategy_.of(part), request_.cluster);
  return static_cast<double>(request_.batch()) / s.data() /
         (divides(part) ? keeping_.micro_batches : 1);
}

int StepPrices::add_work(double seconds) {
  if (seconds <= 0) return kNone;
  const double bounded = seconds < kMostSeconds ? seconds : kMostSeconds;  // NaN too
  out_.program.works.emplace_back(workload::ElementwiseWork{0, 1});
  out_.works.emplace_back(std::llround(bounded * 1e12));
  return static_cast<int>(out_.works.size()) - 1;
}

int StepPrices::add_comm(CollectiveKind kind, Reach reach, double bytes, CommTime time) {
  if (!request_.physics.has(Departure::order)) time = {time.time, {}, 0};
  const double most = 4e18;
  out_.program.comms.push_back(
      {kind, base::Bytes{std::llround(std::min(bytes, most))}, axes_of(reach)});
  out_.comms.push_back(std::move(time));
  return static_cast<int>(out_.comms.size()) - 1;
}

// MAD-Max's bytes at a level.
void StepPrices::add_paper(CollectiveKind kind, const Levels& levels, int i, double bytes,
                           Numbers& to) {
  if (bytes <= 0) return;
  to.push_back(add_comm(kind, reach_of(levels, i, request_.cluster), bytes,
                        machine_.comms.paper(kind, levels, i, bytes)));
}

void StepPrices::add_physical(CollectiveKind kind, const Share& share, double bytes, Numbers& to) {
  if (share.degree == 1 || bytes <= 0) return;
  to.push_back(
      add_comm(kind, share.reach, bytes, machine_.comms.physical(kind, share.reach, bytes)));
}

double StepPrices::gradient_bytes() const {  // summed in fp32
  return volumes_ ? std::max(4.0, model_.dense_bytes) : model_.dense_bytes;
}

LayerNumbers StepPrices::priced(const Layer& layer) {
  LayerNumbers p;
  p.known = true;
  const Levels& levels = strategy_.of(layer.part());
  const Shares s = shares_of(levels, request_.cluster);
  const double local = samples(layer.part());
  const bool added = divides(layer.part()) && model_.dense_bytes < 4;
  const PassTimes times = machine_.compute.unit(layer, local, s.tp.degree, added);
  p.forward = add_work(times.forward);
  p.backward = add_work(times.data + times.weights);
  p.data = add_work(times.data);
  p.weights = add_work(times.weights);
  if (layer.kind == LayerKind::head) return p;  // its matrix is the embedding's
  if (volumes_) {
    add_physical_comms(layer, s, local, p);
  } else {
    add_paper_comms(layer, levels, p);
  }
  return p;
}

void StepPrices::add_paper_comms(const Layer& layer, const Levels& levels, LayerNumbers& p) {
  const double batch =
      static_cast<double>(request_.batch()) / (divides(layer.part()) ? keeping_.micro_batches : 1);
  const LayerAmounts amounts = amounts_of(shape_of(layer.kind), model_, levels, batch);
  for (int i = 0; i < levels.count; ++i) {
    const LevelAmounts& level = base::at(amounts.level, i);
    add_paper(CollectiveKind::all_reduce, levels, i, level.gradients, p.gradients);
    add_paper(CollectiveKind::all_reduce, levels, i, level.activations, p.sums);
    add_paper(CollectiveKind::all_to_all, levels, i, level.exchange, p.exchanges);
  }
  Numbers found;  // FSDP is at the first level
  add_paper(CollectiveKind::all_gather, levels, 0, amounts.gather, found);
  add_paper(CollectiveKind::reduce_scatter, levels, 0, amounts.gather, found);
  if (found.empty()) return;
  p.gather = found[0];
  p.scatter = found[1];
}

void StepPrices::add_physical_comms(const Layer& layer, const Shares& s, double local,
                                    LayerNumbers& p) {
  const double parameters = parameters_of(model_, layer.kind) / s.tp.degree;
  const double rows = output_bytes(model_, layer.kind) * local;
  Numbers found;
  add_physical(CollectiveKind::all_gather, s.fsdp, parameters * model_.dense_bytes / s.fsdp.degree,
               found);
  add_physical(CollectiveKind::reduce_scatter, s.fsdp, parameters * gradient_bytes(), found);
  if (!found.empty()) {
    p.gather = found[0];
    p.scatter = found[1];
  }
  add_physical(CollectiveKind::all_reduce, s.ddp, parameters * gradient_bytes() / s.fsdp.degree,
               p.gradients);
  add_physical(CollectiveKind::all_reduce, s.tp, rows, p.sums);
  if (experts_of(model_, layer.kind) > 0) {
    add_physical(CollectiveKind::all_to_all, s.tp,
                 rows * active_of(model_, layer.kind) / s.tp.degree, p.exchanges);
  }
}

const LayerNumbers& StepPrices::of(const Layer& layer) {
  LayerNumbers& known = base::at(numbers_, static_cast<int>(layer.kind));
  LayerNumbers& odd = base::at(odd_numbers_, static_cast<int>(layer.kind));
  // Column- and row-parallel layers of an MLP differ as products.
  const bool differs = layer.odd() && !layer.in_blocks() && request_.physics.has(Departure::gemm);
  LayerNumbers& mine = differs ? odd : known;
  if (!mine.known) mine = priced(layer);
  return mine;
}

void StepPrices::describe(std::vector<int>& out) const {
  const auto add = [&out](const Numbers& numbers) {
    out.push_back(static_cast<int>(numbers.size()));
    out.insert(out.end(), numbers.begin(), numbers.end());
  };
  for (const auto* all : {&numbers_, &odd_numbers_}) {
    for (const LayerNumbers& p : *all) {
      out.insert(out.end(), {p.forward, p.backward, p.data, p.weights, p.gather, p.scatter});
      add(p.sums);
      add(p.exchanges);
      add(p.gradients);
    }
  }
  out.insert(out.end(), {embedding_.look_up, embedding_.look_up_backward,
                         static_cast<int>(embedding_.replicas_block)});
  add(embedding_.exchange);
  add(embedding_.replicas);
}

void StepPrices::price_embedding() {
  const Levels& levels = strategy_.of(Part::embedding);
  if (levels.count == 0) return;
  const Shares s = shares_of(levels, request_.cluster);
  const double local = samples(Part::embedding);
  const LookupTimes times = machine_.compute.lookup(local, s.mp.degree);
  embedding_.look_up = add_work(times.forward);
  embedding_.look_up_backward = add_work(times.backward);
  const EmbeddingSizes& e = model_.embedding;
  const double size = model_.embedding_bytes;
  if (!volumes_) {
    add_paper_embedding(levels);
    return;
  }
  const double pooled =
      e.tables > 0 ? static_cast<double>(e.tables) * e.dimension * size
                   : static_cast<double>(model_.blocks.sequence) * model_.blocks.hidden * size;
  add_physical(CollectiveKind::all_to_all, s.mp, pooled * local / s.mp.degree, embedding_.exchange);
  if (e.tables > 0) {  // replicas exchange pooled gradients with the look-ups they are of
    constexpr double kIndex = 8;
    const double looked = static_cast<double>(e.tables) * e.pooling * kIndex;
    add_physical(CollectiveKind::all_gather, s.ddp, (pooled + looked) * local / s.mp.degree,
                 embedding_.replicas);
    embedding_.replicas_block = true;
  } else {
    add_physical(CollectiveKind::all_reduce, s.ddp,
                 embedding_parameters(model_) * gradient_bytes() / s.mp.degree,
                 embedding_.replicas);
  }
}

void StepPrices::add_paper_embedding(const Levels& levels) {
  const double batch = static_cast<double>(request_.batch()) /
                       (divides(Part::embedding) ? keeping_.micro_batches : 1);
  const EmbeddingAmounts amounts = embedding_amounts(model_, levels, batch);
  for (int i = 0; i < levels.count; ++i) {
    add_paper(CollectiveKind::all_to_all, levels, i, base::at(amounts.all_to_all, i),
              embedding_.exchange);
    add_paper(CollectiveKind::all_reduce, levels, i, base::at(amounts.all_reduce, i),
              embedding_.replicas);
  }
  embedding_.replicas_block = amounts.waits_for_all_reduce;
}

}  // namespace jacquard::plan::physical
