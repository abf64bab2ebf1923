// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <initializer_list>
#include <limits>

#include "jacquard/base/at.hpp"
#include "jacquard/plan/physical/step_prices.hpp"

namespace jacquard::plan::physical {
namespace {

using workload::Axis;
using workload::OpKind;
using workload::OpLabel;
using workload::Phase;
using workload::StepOp;

constexpr std::uint32_t kNothing = ~std::uint32_t{0};

// What an operation waits for; few, and made for each.
class After {
 public:
  After(std::initializer_list<std::uint32_t> all) {
    for (const std::uint32_t one : all) push_back(one);
  }
  void push_back(std::uint32_t one) {
    if (one != kNothing) base::at(all_, count_++) = one;
  }
  void clear() { count_ = 0; }
  const std::uint32_t* begin() const { return all_.data(); }
  const std::uint32_t* end() const { return all_.data() + count_; }

 private:
  std::array<std::uint32_t, 12> all_{};
  std::size_t count_ = 0;
};

constexpr int kNoUpdate = -2;

bool is_embedding_frozen(const Request& r) {
  return r.task.kind == TaskKind::finetune && r.task.frozen_embedding;
}

// The work of each part's update; kNone for one that takes no time, kNoUpdate for no weights.
std::array<int, kParts> optimizers_of(const PricedSystem& machine, const Strategy& strategy,
                                      StepPrices& prices) {
  const Request& r = machine.request;
  std::array<int, kParts> works{};
  works.fill(kNoUpdate);
  if (r.task.kind == TaskKind::inference || !r.physics.has(Departure::optimizer)) return works;
  std::array<double, kParts> parameters{};
  std::array<double, 5> of_kind{};
  of_kind.fill(-1);
  for (const Layer& layer : machine.layers) {
    if (layer.frozen) continue;
    double& each = base::at(of_kind, static_cast<int>(layer.kind));
    if (each < 0) {
      const Shares s = shares_of(strategy.of(layer.part()), r.cluster);
      each = parameters_of(r.model, layer.kind) / (s.tp.degree * s.fsdp.degree);
    }
    parameters[static_cast<std::size_t>(layer.part())] += each;
  }
  if (r.model.embedding.tables == 0 && !is_embedding_frozen(r)) {
    const Shares s = shares_of(strategy.of(Part::embedding), r.cluster);
    parameters[static_cast<std::size_t>(Part::embedding)] +=
        embedding_parameters(r.model) / s.mp.degree;
  }
  for (std::size_t part = 0; part < kParts; ++part) {
    if (parameters[part] > 0) works[part] = prices.optimizer(parameters[part]);
  }
  return works;
}

class Builder {
 public:
  Builder(const PricedSystem& machine, const Strategy& strategy, const Keeping& keeping,
          StepPrices& prices, const std::array<int, kParts>& optimizers, Timed& out)
      : request_(machine.request),
        model_(request_.model),
        physics_(request_.physics),
        layers_(machine.layers),
        strategy_(strategy),
        keeping_(keeping),
        prices_(prices),
        optimizers_(optimizers),
        out_(out),
        ordered_(physics_.has(Departure::order)) {}

  void run(int simulated) {
    out_.program.classes.resize(1);
    out_.program.source = "strategy";
    auto& degree = out_.program.grid.degree;
    degree[static_cast<std::size_t>(Axis::tp)] = request_.cluster.devices;
    degree[static_cast<std::size_t>(Axis::dp)] = request_.cluster.nodes;
    find_backwards();
    for (int i = 0; i < simulated; ++i) {
      micro_batch_ = static_cast<std::int16_t>(i);
      last_ = i + 1 == simulated;
      forward();
      if (request_.task.kind != TaskKind::inference) backward();
    }
    if (request_.task.kind != TaskKind::inference) optimizer();
    engine::step::set_streams(out_.program.classes[0], out_.outline);
    for (const StepOp& op : out_.program.classes[0].ops) {
      if (op.kind == OpKind::compute) out_.computed.push_back(op.work);
      if (op.kind == OpKind::collective) out_.communicated.push_back(op.work);
    }
  }

 private:
  bool frozen_embedding() const { return is_embedding_frozen(request_); }
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

  static std::int16_t named(int layer) {  // of pictures: beyond, layers have no number
    return layer <= std::numeric_limits<std::int16_t>::max() ? static_cast<std::int16_t>(layer)
                                                             : StepOp::kNone;
  }
  std::uint32_t add(StepOp op, const After& after) {
    op.micro_batch = micro_batch_;
    scratch_.assign(after.begin(), after.end());
    auto& ops = out_.program.classes[0];
    ops.add(op, scratch_);
    return static_cast<std::uint32_t>(ops.ops.size() - 1);
  }
  std::uint32_t compute(OpLabel label, Phase phase, int layer, int work, const After& after) {
    if (work == kNone) return joined(phase, after);
    StepOp op;
    op.label = label;
    op.phase = phase;
    op.layer = named(layer);
    op.work = work;
    last_compute_ = add(op, after);
    return last_compute_;
  }
  // Nothing to compute: what waits for it waits for what it waited for.
  std::uint32_t joined(Phase phase, const After& after) {
    StepOp op;
    op.kind = OpKind::marker;
    op.phase = phase;
    last_compute_ = add(op, after);
    return last_compute_;
  }
  std::uint32_t communicate(OpLabel label, int stream, Phase phase, int layer, int comm,
                            const After& after) {
    StepOp op;
    op.kind = OpKind::collective;
    op.label = label;
    op.phase = phase;
    op.stream = static_cast<std::uint8_t>(ordered_ ? stream : workload::kTensorStream);
    op.layer = named(layer);
    op.work = comm;
    last_comm_ = add(op, behind_barrier(after));
    return last_comm_;
  }
  After behind_barrier(After after) {
    after.push_back(barrier_);
    barrier_ = kNothing;
    return after;
  }
  // The paper's: both streams end before either goes on.
  void barrier() {
    if (ordered_) return;
    StepOp op;
    op.kind = OpKind::marker;
    const std::uint32_t mark = add(op, {last_compute_, last_comm_});
    barrier_ = mark;  // which is in the stream of computations
  }

  std::uint32_t exchange_embedding(Phase phase, std::uint32_t after) {
    std::uint32_t end = kNothing;
    for (const int comm : prices_.embedding().exchange) {
      end = communicate(phase == Phase::forward ? OpLabel::ep_dispatch : OpLabel::ep_combine,
                        workload::kExpertStream, phase, -1, comm, {after});
    }
    return end;
  }

  // What a layer's gather waits for. The paper's: the layer before the last. Frameworks gather a
  // block at a time, and that waits for the block before the last.
  std::uint32_t release(Phase phase, int u) const {
    const Layer& layer = base::at(layers_, u);
    if (!ordered_ || !layer.in_blocks()) return started_ > 1 ? before_ : kNothing;
    const int attention = layer.kind == LayerKind::attention ? u : u - 1;
    const int until = phase == Phase::forward ? attention - 3 : attention + 4;
    const bool exists = until >= 0 && until < static_cast<int>(ends_.size());
    return exists ? base::at(ends_, until) : kNothing;
  }
  // Before a layer: its weights, and tokens for its experts.
  void fetch(const LayerNumbers& p, Phase phase, int u, After& after) {
    if (p.gather != kNone) {
      const std::uint32_t released = release(phase, u);
      after.push_back(communicate(OpLabel::weight_gather, workload::kGatherStream, phase, u,
                                  p.gather, {released}));
    }
    for (const int comm : p.exchanges) {
      after.push_back(communicate(OpLabel::ep_dispatch, workload::kExpertStream, phase, u, comm,
                                  {last_of_pass_}));
    }
  }
  void exchange_back(const LayerNumbers& p, Phase phase, int u, std::uint32_t after) {
    for (const int comm : p.exchanges) {
      block_ = communicate(OpLabel::ep_combine, workload::kExpertStream, phase, u, comm, {after});
    }
  }
  void sum(const LayerNumbers& p, Phase phase, int u, std::uint32_t after) {
    for (const int comm : p.sums) {
      block_ = communicate(OpLabel::tp_comm, workload::kTensorStream, phase, u, comm, {after});
    }
  }
  void ended(std::uint32_t op, std::size_t u) {
    ends_[u] = op;
    before_ = last_of_pass_;
    last_of_pass_ = op;
    ++started_;
  }
  // A block begins here.
  void mark() { marks_.push_back(static_cast<std::uint32_t>(out_.program.classes[0].ops.size())); }
  void end_pass() {
    engine::step::add_repeats(out_.program.classes[0], marks_, out_.outline.repeats);
    marks_.clear();
  }
  void begin_pass() {
    started_ = 0;
    before_ = kNothing;
    last_of_pass_ = kNothing;
    block_ = kNothing;
    ends_.assign(layers_.size(), kNothing);
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
      last_of_pass_ =
          compute(OpLabel::embedding, Phase::forward, -1, prices_.embedding().look_up, {});
      embeddings = exchange_embedding(Phase::forward, last_of_pass_);
    }
    for (std::size_t u = 0; u < layers_.size(); ++u) {
      const LayerNumbers& p = prices_.of(layers_[u]);
      const int layer = static_cast<int>(u);
      if (layers_[u].kind == LayerKind::attention || layers_[u].kind == LayerKind::head) mark();
      After after{block_};
      if (is_consumer(u)) after.push_back(embeddings);
      fetch(p, Phase::forward, layer, after);
      block_ = kNothing;
      ended(compute(label_of(layers_[u].kind), Phase::forward, layer, p.forward, after), u);
      exchange_back(p, Phase::forward, layer, last_of_pass_);
      if (layers_[u].in_blocks() || layers_[u].odd()) {
        sum(p, Phase::forward, layer, last_of_pass_);
      }
    }
    end_pass();
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
      if (layers_[u].kind == LayerKind::ffn) mark();
      backward_of(u);
    }
    end_pass();
    if (!embeddings_sent) gradient = return_embeddings();
    if (!looks_up) return;
    const std::uint32_t end = compute(OpLabel::embedding, Phase::backward, -1,
                                      prices_.embedding().look_up_backward, {gradient});
    if (after_look_up() && last_) add_replicas(end);
  }
  // A vocabulary's gradient is whole only once look-ups have added theirs.
  bool after_look_up() const { return ordered_ && model_.embedding.tables == 0; }
  std::uint32_t add_replicas(std::uint32_t after) {
    std::uint32_t end = kNothing;
    for (const int comm : prices_.embedding().replicas) {
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
    return prices_.embedding().replicas_block && reduced != kNothing ? reduced : end;
  }

  void again(const LayerNumbers& p, std::size_t u, After& after) {
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
    const LayerNumbers& p = prices_.of(layer);
    const int index = static_cast<int>(u);
    // In a recommendation model attention waits for the sum before the last one (MAD-Max).
    if (!ordered_ && layer.kind == LayerKind::attention && recommends(model_)) block_ = kNothing;
    After after{block_};
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
      ended(last_compute_, u);
    } else {
      ended(compute(label, Phase::backward, index, p.backward, after), u);
      if (is_consumer(u)) consumed_ = last_of_pass_;
      exchange_back(p, Phase::backward, index, last_of_pass_);
    }
    const bool sums = !ordered_ && (layer.in_blocks() || !layer.odd());
    send_gradients(p, layer, index, learns, sums);
  }

  void send_gradients(const LayerNumbers& p, const Layer& layer, int index, bool learns,
                      bool sums) {
    std::uint32_t& reduced = reduced_[static_cast<std::size_t>(layer.part())];
    // In the order of the levels (MAD-Max).
    const Levels& levels = strategy_.of(layer.part());
    const bool tp_first = base::at(levels.level, 0).scheme == Scheme::tp;
    if (sums && tp_first) sum(p, Phase::backward, index, last_of_pass_);
    std::uint32_t scattered = last_of_pass_;
    const bool fsdp_first = physics_.has(Departure::volumes) && p.scatter != kNone && learns;
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
    for (std::size_t part = 0; part < kParts; ++part) {
      if (optimizers_[part] == kNoUpdate) continue;
      const std::uint32_t after = ordered_ ? reduced_[part] : last_comm_;
      compute(OpLabel::optimizer, Phase::update, -1, optimizers_[part], {after});
    }
  }

  const Request& request_;
  const Model& model_;
  Physics physics_;
  const std::vector<Layer>& layers_;
  const Strategy& strategy_;
  Keeping keeping_;
  StepPrices& prices_;
  const std::array<int, kParts>& optimizers_;
  Timed& out_;
  bool ordered_;

  std::vector<bool> data_;  // whether a layer has a gradient of its input

  std::vector<std::uint32_t> scratch_;
  std::vector<std::uint32_t> marks_;  // of this pass
  std::int16_t micro_batch_ = 0;
  bool last_ = true;
  std::uint32_t last_compute_ = kNothing;
  std::uint32_t last_comm_ = kNothing;
  std::uint32_t barrier_ = kNothing;  // that the next communication waits for
  std::vector<std::uint32_t> ends_;   // of this pass, by layer
  int started_ = 0;                   // computations of layers in this pass
  std::uint32_t last_of_pass_ = kNothing;
  std::uint32_t before_ = kNothing;
  std::uint32_t block_ = kNothing;     // what the next layer waits for
  std::uint32_t consumed_ = kNothing;  // the backward pass of the embeddings' consumer
  std::array<std::uint32_t, kParts> reduced_{kNothing, kNothing, kNothing};
};

}  // namespace

Timed& Programs::of(const Strategy& strategy, const Keeping& keeping, int simulated) {
  priced_.program.works.clear();
  priced_.program.comms.clear();
  priced_.works.clear();
  priced_.comms.clear();
  // Numbered as a forward pass comes upon them.
  StepPrices prices(machine_, strategy, keeping, priced_);
  for (const Layer& layer : machine_.layers) prices.of(layer);
  const std::array<int, kParts> optimizers = optimizers_of(machine_, strategy, prices);
  key_.assign({simulated, static_cast<int>(keeping.recompute)});
  key_.insert(key_.end(), optimizers.begin(), optimizers.end());
  for (std::size_t part = 0; part < kParts; ++part) {
    const Levels& levels = strategy.of(static_cast<Part>(part));
    key_.push_back(levels.count);
    key_.push_back(static_cast<int>(base::at(levels.level, 0).scheme));
  }
  prices.describe(key_);
  const auto [known, is_new] = known_.try_emplace(key_);
  Timed& timed = known->second;
  if (is_new) Builder(machine_, strategy, keeping, prices, optimizers, timed).run(simulated);
  timed.program.works.swap(priced_.program.works);
  timed.program.comms.swap(priced_.program.comms);
  timed.works.swap(priced_.works);
  timed.comms.swap(priced_.comms);
  return timed;
}

}  // namespace jacquard::plan::physical
