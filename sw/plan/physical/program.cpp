// SPDX-License-Identifier: Apache-2.0
#include "jacquard/plan/physical/program.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/base/at.hpp"

namespace jacquard::plan::physical {
namespace {

using engine::step::CommTime;
using workload::Axis;
using workload::AxisMask;
using workload::CollectiveKind;
using workload::OpKind;
using workload::OpLabel;
using workload::Phase;
using workload::StepOp;

constexpr std::uint32_t kNothing = ~std::uint32_t{0};
constexpr double kMostSeconds = 1e6;

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

// Numbers of works and comms; none: nothing to do.
using Numbers = std::vector<int>;
constexpr int kNone = StepOp::kNone;

// One kind of layer, as the program refers to it.
struct Prices {
  bool known = false;
  int forward = kNone;
  int backward = kNone;  // data and weights in one
  int data = kNone;
  int weights = kNone;
  int gather = kNone;
  int scatter = kNone;
  Numbers sums;       // TP's all-reduces of activations
  Numbers exchanges;  // of experts, before and after
  // In the order of the levels: DDP's all-reduces of gradients.
  Numbers gradients;
};

class Builder {
 public:
  Builder(Machine& machine, const Strategy& strategy, const Keeping& keeping, Timed& out)
      : machine_(machine),
        request_(machine.request),
        model_(request_.model),
        physics_(request_.physics),
        strategy_(strategy),
        keeping_(keeping),
        out_(out),
        ordered_(physics_.has(Departure::order)),
        volumes_(physics_.has(Departure::volumes)) {}

  void run(int simulated) {
    out_.program = {};
    out_.works.clear();
    out_.comms.clear();
    out_.program.source = "strategy";
    auto& degree = out_.program.grid.degree;
    degree[static_cast<std::size_t>(Axis::tp)] = request_.cluster.devices;
    degree[static_cast<std::size_t>(Axis::dp)] = request_.cluster.nodes;
    out_.program.classes.resize(1);
    layers_ = layers_in(model_, request_.task, physics_.has(Departure::logits));
    find_backwards();
    price_embedding();
    for (int i = 0; i < simulated; ++i) {
      micro_batch_ = static_cast<std::int16_t>(i);
      last_ = i + 1 == simulated;
      forward();
      if (request_.task.kind != TaskKind::inference) backward();
    }
    if (request_.task.kind != TaskKind::inference) optimizer();
  }

 private:
  bool recommends() const { return model_.bottom.layers + model_.top.layers > 0; }
  bool frozen_embedding() const {
    return request_.task.kind == TaskKind::finetune && request_.task.frozen_embedding;
  }
  bool divides(Part part) const { return part == Part::blocks || !recommends(); }
  double samples(Part part) const {
    const Shares s = shares_of(strategy_.of(part), request_.cluster);
    return static_cast<double>(request_.batch()) / s.data() /
           (divides(part) ? keeping_.micro_batches : 1);
  }

  // In truth a layer has a gradient of its input only if something below it learns.
  void find_backwards() {
    bool bottom_learns = false;
    bool others_learn = !frozen_embedding();
    data_.assign(layers_.size(), true);
    if (!ordered_) return;
    for (std::size_t i = 0; i < layers_.size(); ++i) {
      const bool is_bottom = layers_[i].kind == LayerKind::bottom;
      data_[i] = is_bottom ? bottom_learns : others_learn || bottom_learns;
      (is_bottom ? bottom_learns : others_learn) |= !layers_[i].frozen;
    }
  }

  int add_work(double seconds) {
    if (seconds <= 0) return kNone;
    const double bounded = std::min(seconds, kMostSeconds);
    out_.program.works.emplace_back(workload::ElementwiseWork{0, 1});
    out_.works.emplace_back(std::llround(bounded * 1e12));
    return static_cast<int>(out_.works.size()) - 1;
  }
  int add_comm(CollectiveKind kind, Reach reach, double bytes, CommTime time) {
    if (!ordered_) time = {time.time, {}, 0};
    const double most = 4e18;
    out_.program.comms.push_back(
        {kind, base::Bytes{std::llround(std::min(bytes, most))}, axes_of(reach)});
    out_.comms.push_back(std::move(time));
    return static_cast<int>(out_.comms.size()) - 1;
  }
  // MAD-Max's bytes at a level.
  void add_paper(CollectiveKind kind, const Levels& levels, int i, double bytes, Numbers& to) {
    if (bytes <= 0) return;
    to.push_back(add_comm(kind, reach_of(levels, i, request_.cluster), bytes,
                          machine_.comms.paper(kind, levels, i, bytes)));
  }
  void add_physical(CollectiveKind kind, const Share& share, double bytes, Numbers& to) {
    if (share.degree == 1 || bytes <= 0) return;
    to.push_back(
        add_comm(kind, share.reach, bytes, machine_.comms.physical(kind, share.reach, bytes)));
  }

  double gradient_bytes() const {  // summed in fp32
    return volumes_ ? std::max(4.0, model_.dense_bytes) : model_.dense_bytes;
  }

  Prices priced(const Layer& layer) {
    Prices p;
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
      add_paper_comms(layer, levels, s, local, p);
    }
    return p;
  }

  void add_paper_comms(const Layer& layer, const Levels& levels, const Shares& s, double local,
                       Prices& p) {
    const double weights = parameters_of(model_, layer.kind) * model_.dense_bytes;
    const double rows = output_bytes(model_, layer.kind) * local;
    const int experts = experts_of(model_, layer.kind);
    for (int i = 0; i < levels.count; ++i) {
      const Level& level = base::at(levels.level, i);
      double later = 1;
      for (int j = i + 1; j < levels.count; ++j) {
        const Level& next = base::at(levels.level, j);
        if (next.scheme == Scheme::tp || next.scheme == Scheme::fsdp) later *= next.degree;
      }
      Numbers found;
      switch (level.scheme) {
        case Scheme::ddp:
          add_paper(CollectiveKind::all_reduce, levels, i, weights / later, p.gradients);
          break;
        case Scheme::tp:
          add_paper(CollectiveKind::all_reduce, levels, i, rows, p.sums);
          if (experts > 0) {
            add_paper(CollectiveKind::all_to_all, levels, i, rows / experts, p.exchanges);
          }
          break;
        case Scheme::fsdp: {
          const double bytes = weights / (s.tp.degree * s.fsdp.degree) * level.degree;
          add_paper(CollectiveKind::all_gather, levels, i, bytes, found);
          add_paper(CollectiveKind::reduce_scatter, levels, i, bytes, found);
          p.gather = found.empty() ? kNone : found[0];
          p.scatter = found.empty() ? kNone : found[1];
          break;
        }
        case Scheme::mp:
          break;
      }
    }
  }

  void add_physical_comms(const Layer& layer, const Shares& s, double local, Prices& p) {
    const double parameters = parameters_of(model_, layer.kind) / s.tp.degree;
    const double rows = output_bytes(model_, layer.kind) * local;
    Numbers found;
    add_physical(CollectiveKind::all_gather, s.fsdp,
                 parameters * model_.dense_bytes / s.fsdp.degree, found);
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

  const Prices& prices(const Layer& layer) {
    Prices& known = base::at(prices_, static_cast<int>(layer.kind));
    Prices& odd = base::at(odd_prices_, static_cast<int>(layer.kind));
    // Column- and row-parallel layers of an MLP differ as products.
    const bool differs = layer.odd() && !layer.in_blocks() && physics_.has(Departure::gemm);
    Prices& mine = differs ? odd : known;
    if (!mine.known) mine = priced(layer);
    return mine;
  }

  void price_embedding() {
    const Levels& levels = strategy_.of(Part::embedding);
    if (levels.count == 0) return;
    const Shares s = shares_of(levels, request_.cluster);
    const double local = samples(Part::embedding);
    const LookupTimes times = machine_.compute.lookup(local, s.mp.degree);
    look_up_ = add_work(times.forward);
    look_up_backward_ = add_work(times.backward);
    const EmbeddingSizes& e = model_.embedding;
    const double size = model_.embedding_bytes;
    const double looked_up =
        (e.tables > 0 ? static_cast<double>(e.tables) * e.pooling * e.dimension * size
                      : 2.0 * model_.blocks.sequence * model_.blocks.hidden * size) *
        local / s.mp.degree;
    if (!volumes_) {
      add_paper_embedding(levels, looked_up);
      return;
    }
    const double pooled =
        e.tables > 0 ? static_cast<double>(e.tables) * e.dimension * size
                     : static_cast<double>(model_.blocks.sequence) * model_.blocks.hidden * size;
    add_physical(CollectiveKind::all_to_all, s.mp, pooled * local / s.mp.degree, exchange_);
    if (e.tables > 0) {  // replicas exchange pooled gradients with the look-ups they are of
      constexpr double kIndex = 8;
      const double looked = static_cast<double>(e.tables) * e.pooling * kIndex;
      add_physical(CollectiveKind::all_gather, s.ddp, (pooled + looked) * local / s.mp.degree,
                   replicas_);
      replicas_block_ = true;
    } else {
      add_physical(CollectiveKind::all_reduce, s.ddp,
                   embedding_parameters(model_) * gradient_bytes() / s.mp.degree, replicas_);
    }
  }
  void add_paper_embedding(const Levels& levels, double looked_up) {
    const bool first = base::at(levels.level, 0).scheme == Scheme::ddp;
    for (int i = 0; i < levels.count; ++i) {
      const Level& level = base::at(levels.level, i);
      if (level.scheme != Scheme::mp) continue;
      add_paper(CollectiveKind::all_to_all, levels, i, 2 * looked_up / level.degree, exchange_);
    }
    if (first) add_paper(CollectiveKind::all_reduce, levels, 0, looked_up, replicas_);
    replicas_block_ = levels.count == 1;
  }

  std::uint32_t add(StepOp op, const std::vector<std::uint32_t>& after) {
    op.micro_batch = micro_batch_;
    std::vector<std::uint32_t>& deps = scratch_;
    deps.clear();
    for (const std::uint32_t d : after) {
      if (d != kNothing) deps.push_back(d);
    }
    auto& ops = out_.program.classes[0];
    ops.add(op, deps);
    return static_cast<std::uint32_t>(ops.ops.size() - 1);
  }
  std::uint32_t compute(OpLabel label, Phase phase, int layer, int work,
                        const std::vector<std::uint32_t>& after) {
    if (work == kNone) return joined(phase, after);
    StepOp op;
    op.label = label;
    op.phase = phase;
    op.layer = static_cast<std::int16_t>(layer);
    op.work = work;
    last_compute_ = add(op, with_barrier(after, barrier_compute_));
    return last_compute_;
  }
  // Nothing to compute: what waits for it waits for what it waited for.
  std::uint32_t joined(Phase phase, const std::vector<std::uint32_t>& after) {
    StepOp op;
    op.kind = OpKind::marker;
    op.phase = phase;
    last_compute_ = add(op, with_barrier(after, barrier_compute_));
    return last_compute_;
  }
  std::uint32_t communicate(OpLabel label, int stream, Phase phase, int layer, int comm,
                            const std::vector<std::uint32_t>& after) {
    StepOp op;
    op.kind = OpKind::collective;
    op.label = label;
    op.phase = phase;
    op.stream = static_cast<std::uint8_t>(ordered_ ? stream : workload::kTensorStream);
    op.layer = static_cast<std::int16_t>(layer);
    op.work = comm;
    last_comm_ = add(op, with_barrier(after, barrier_comm_));
    return last_comm_;
  }
  std::vector<std::uint32_t> with_barrier(std::vector<std::uint32_t> after,
                                          std::uint32_t& barrier) {
    if (barrier != kNothing) after.push_back(barrier);
    barrier = kNothing;
    return after;
  }
  // The paper's: both streams end before either goes on.
  void barrier() {
    if (ordered_) return;
    StepOp op;
    op.kind = OpKind::marker;
    const std::uint32_t mark = add(op, {last_compute_, last_comm_});
    barrier_comm_ = mark;
  }

  std::uint32_t exchange_embedding(Phase phase, std::uint32_t after) {
    std::uint32_t end = kNothing;
    for (const int comm : exchange_) {
      end = communicate(phase == Phase::forward ? OpLabel::ep_dispatch : OpLabel::ep_combine,
                        workload::kExpertStream, phase, -1, comm, {after});
    }
    return end;
  }

  // Before a layer: its weights, and tokens for its experts.
  void fetch(const Prices& p, Phase phase, int u, std::vector<std::uint32_t>& after) {
    if (p.gather != kNone) {
      const std::uint32_t released = started_ > 1 ? before_ : kNothing;
      after.push_back(communicate(OpLabel::weight_gather, workload::kGatherStream, phase, u,
                                  p.gather, {released}));
    }
    for (const int comm : p.exchanges) {
      after.push_back(communicate(OpLabel::ep_dispatch, workload::kExpertStream, phase, u, comm,
                                  {last_of_pass_}));
    }
  }
  void exchange_back(const Prices& p, Phase phase, int u, std::uint32_t after) {
    for (const int comm : p.exchanges) {
      block_ = communicate(OpLabel::ep_combine, workload::kExpertStream, phase, u, comm, {after});
    }
  }
  void sum(const Prices& p, Phase phase, int u, std::uint32_t after) {
    for (const int comm : p.sums) {
      block_ = communicate(OpLabel::tp_comm, workload::kTensorStream, phase, u, comm, {after});
    }
  }
  void ended(std::uint32_t op) {
    before_ = last_of_pass_;
    last_of_pass_ = op;
    ++started_;
  }
  void begin_pass() {
    started_ = 0;
    before_ = kNothing;
    last_of_pass_ = kNothing;
    block_ = kNothing;
  }

  static OpLabel label_of(LayerKind kind) {
    switch (kind) {
      case LayerKind::attention:
        return OpLabel::attention;
      case LayerKind::head:
        return OpLabel::logits;
      case LayerKind::bottom:
        return OpLabel::ffn_up;
      default:
        return OpLabel::ffn_down;
    }
  }
  bool is_consumer(std::size_t u) const {
    return layers_[u].kind != LayerKind::bottom &&
           (u == 0 || layers_[u - 1].kind == LayerKind::bottom);
  }

  void forward() {
    begin_pass();
    std::uint32_t embeddings = kNothing;
    if (strategy_.of(Part::embedding).count > 0) {
      last_of_pass_ = compute(OpLabel::embedding, Phase::forward, -1, look_up_, {});
      embeddings = exchange_embedding(Phase::forward, last_of_pass_);
    }
    for (std::size_t u = 0; u < layers_.size(); ++u) {
      const Prices p = prices(layers_[u]);
      const int layer = static_cast<int>(u);
      std::vector<std::uint32_t> after{block_};
      if (is_consumer(u)) after.push_back(embeddings);
      fetch(p, Phase::forward, layer, after);
      block_ = kNothing;
      ended(compute(label_of(layers_[u].kind), Phase::forward, layer, p.forward, after));
      exchange_back(p, Phase::forward, layer, last_of_pass_);
      if (layers_[u].in_blocks() || layers_[u].odd()) {
        sum(p, Phase::forward, layer, last_of_pass_);
      }
    }
    barrier();
  }

  void backward() {
    begin_pass();
    bool embeddings_sent = strategy_.of(Part::embedding).count == 0 || frozen_embedding();
    const bool looks_up = !embeddings_sent;
    std::uint32_t gradient = kNothing;  // of the look-ups
    for (std::size_t left = layers_.size(); left > 0; --left) {
      const std::size_t u = left - 1;
      if (layers_[u].kind == LayerKind::bottom && !embeddings_sent) {
        gradient = return_embeddings();
        embeddings_sent = true;
      }
      backward_of(u);
    }
    if (!embeddings_sent) gradient = return_embeddings();
    if (!looks_up) return;
    const std::uint32_t end =
        compute(OpLabel::embedding, Phase::backward, -1, look_up_backward_, {gradient});
    if (after_look_up() && last_) add_replicas(end);
  }
  // A vocabulary's gradient is whole only once look-ups have added theirs.
  bool after_look_up() const { return ordered_ && model_.embedding.tables == 0; }
  std::uint32_t add_replicas(std::uint32_t after) {
    std::uint32_t end = kNothing;
    for (const int comm : replicas_) {
      end = communicate(OpLabel::gradient_reduce, workload::kReduceStream, Phase::backward, -1,
                        comm, {after});
      reduced_[static_cast<std::size_t>(Part::embedding)] = end;
    }
    return end;
  }
  std::uint32_t return_embeddings() {
    std::uint32_t end = exchange_embedding(Phase::backward, consumed_);
    if (after_look_up() || !last_) return end;
    const std::uint32_t reduced = add_replicas(end == kNothing || !ordered_ ? consumed_ : end);
    return replicas_block_ && reduced != kNothing ? reduced : end;
  }

  void again(const Prices& p, std::size_t u, std::vector<std::uint32_t>& after) {
    if (!keeping_.recompute || !layers_[u].in_blocks() || layers_[u].kind == LayerKind::head) {
      return;
    }
    const int layer = static_cast<int>(u);
    const std::uint32_t end = compute(OpLabel::recompute, Phase::backward, layer, p.forward, after);
    after = {end};
    sum(p, Phase::backward, layer, end);
    if (block_ != kNothing) after.push_back(block_);
    block_ = kNothing;
  }

  void backward_of(std::size_t u) {
    const Layer& layer = layers_[u];
    const bool learns = !layer.frozen;
    if (!ordered_ && !layer.backward) return;
    if (ordered_ && !data_[u] && !learns) return;
    const Prices p = prices(layer);
    const int index = static_cast<int>(u);
    // In a recommendation model attention waits for the sum before the last one (MAD-Max).
    if (!ordered_ && layer.kind == LayerKind::attention && recommends()) block_ = kNothing;
    std::vector<std::uint32_t> after{block_};
    fetch(p, Phase::backward, index, after);
    block_ = kNothing;
    again(p, u, after);
    const OpLabel label = label_of(layer.kind);
    if (ordered_) {
      if (data_[u]) {
        const std::uint32_t data = compute(label, Phase::backward, index, p.data, after);
        after.clear();
        if (is_consumer(u)) consumed_ = data;
        exchange_back(p, Phase::backward, index, data);
        if (layer.in_blocks() || !layer.odd()) sum(p, Phase::backward, index, data);
        last_of_pass_ = data;
      }
      if (learns) compute(label, Phase::backward, index, p.weights, after);
      ended(last_compute_);
    } else {
      ended(compute(label, Phase::backward, index, p.backward, after));
      if (is_consumer(u)) consumed_ = last_of_pass_;
      exchange_back(p, Phase::backward, index, last_of_pass_);
    }
    const bool sums = !ordered_ && (layer.in_blocks() || !layer.odd());
    send_gradients(p, layer, index, learns, sums);
  }

  void send_gradients(const Prices& p, const Layer& layer, int index, bool learns, bool sums) {
    std::uint32_t& reduced = reduced_[static_cast<std::size_t>(layer.part())];
    // In the order of the levels (MAD-Max).
    const Levels& levels = strategy_.of(layer.part());
    const bool tp_first = base::at(levels.level, 0).scheme == Scheme::tp;
    if (sums && tp_first) sum(p, Phase::backward, index, last_of_pass_);
    std::uint32_t scattered = last_of_pass_;
    const bool fsdp_first = volumes_ && p.scatter != kNone && learns;
    if (fsdp_first) {
      scattered = communicate(OpLabel::gradient_reduce, workload::kReduceStream, Phase::backward,
                              index, p.scatter, {last_of_pass_});
      reduced = scattered;
    }
    for (const int comm : p.gradients) {
      if (!learns || !last_) continue;
      reduced = communicate(OpLabel::gradient_reduce, workload::kReduceStream, Phase::backward,
                            index, comm, {scattered});
    }
    if (sums && !tp_first) sum(p, Phase::backward, index, last_of_pass_);
    if (!fsdp_first && p.scatter != kNone && learns) {
      reduced = communicate(OpLabel::gradient_reduce, workload::kReduceStream, Phase::backward,
                            index, p.scatter, {last_of_pass_});
    }
  }

  // Each part's weights, once their gradients are there.
  void optimizer() {
    if (!physics_.has(Departure::optimizer)) return;
    std::array<double, kParts> parameters{};
    for (const Layer& layer : layers_) {
      if (layer.frozen) continue;
      const Shares s = shares_of(strategy_.of(layer.part()), request_.cluster);
      parameters[static_cast<std::size_t>(layer.part())] +=
          parameters_of(model_, layer.kind) / (s.tp.degree * s.fsdp.degree);
    }
    if (model_.embedding.tables == 0 && !frozen_embedding()) {
      const Shares s = shares_of(strategy_.of(Part::embedding), request_.cluster);
      parameters[static_cast<std::size_t>(Part::embedding)] +=
          embedding_parameters(model_) / s.mp.degree;
    }
    for (std::size_t part = 0; part < kParts; ++part) {
      if (parameters[part] <= 0) continue;
      const std::uint32_t after = ordered_ ? reduced_[part] : last_comm_;
      compute(OpLabel::optimizer, Phase::update, -1,
              add_work(machine_.compute.optimizer(parameters[part])), {after});
    }
  }

  Machine& machine_;
  const Request& request_;
  const Model& model_;
  Physics physics_;
  const Strategy& strategy_;
  Keeping keeping_;
  Timed& out_;
  bool ordered_;
  bool volumes_;

  std::vector<Layer> layers_;
  std::vector<bool> data_;  // whether a layer has a gradient of its input
  std::array<Prices, 5> prices_;
  std::array<Prices, 5> odd_prices_;
  int look_up_ = kNone;
  int look_up_backward_ = kNone;
  Numbers exchange_;
  Numbers replicas_;
  bool replicas_block_ = false;

  std::vector<std::uint32_t> scratch_;
  std::int16_t micro_batch_ = 0;
  bool last_ = true;
  std::uint32_t last_compute_ = kNothing;
  std::uint32_t last_comm_ = kNothing;
  std::uint32_t barrier_compute_ = kNothing;
  std::uint32_t barrier_comm_ = kNothing;
  int started_ = 0;  // computations of layers in this pass
  std::uint32_t last_of_pass_ = kNothing;
  std::uint32_t before_ = kNothing;
  std::uint32_t block_ = kNothing;     // what the next layer waits for
  std::uint32_t consumed_ = kNothing;  // the backward pass of the embeddings' consumer
  std::array<std::uint32_t, kParts> reduced_{kNothing, kNothing, kNothing};
};

}  // namespace

void build(Machine& machine, const Strategy& strategy, const Keeping& keeping, int simulated,
           Timed& out) {
  Builder(machine, strategy, keeping, out).run(simulated);
}

}  // namespace jacquard::plan::physical
