// SPDX-License-Identifier: Apache-2.0
#include "jacquard/plan/order.hpp"

#include "jacquard/base/at.hpp"

namespace jacquard::plan {
namespace {

// When the last two computations of a pass ended; a gather is released by the one before the last.
struct Ends {
  double last = 0;
  double before = 0;
  void add(double end) {
    before = last;
    last = end;
  }
};

class Pass {
 public:
  Pass(const Step& step, Streams& streams)
      : step_(step),
        streams_(streams),
        consumer_(consumer_of_embeddings(step.units)),
        embedding_(step.strategy.of(Part::embedding)) {}

  void forward() {
    double ready_embeddings = 0;
    if (embedding_.count > 0) {
      ends_.last = streams_.compute("look-up", -1, step_.embedding_prices.look_up, 0);
      ready_embeddings = exchange_embeddings(ends_.last);
    }
    for (int u = 0; u < static_cast<int>(step_.units.size()); ++u) {
      forward_of(u, u == consumer_ ? ready_embeddings : 0);
    }
  }

  void backward() {
    streams_.backward_begins();
    ends_ = {};
    started_ = 0;
    blocked_until_ = 0;
    bool embeddings_sent = embedding_.count == 0 || frozen_embedding();
    double ready_embeddings = 0;
    const auto send_embeddings = [&] {
      if (!embeddings_sent) ready_embeddings = return_embeddings();
      embeddings_sent = true;
    };
    for (int u = static_cast<int>(step_.units.size()) - 1; u >= 0; --u) {
      if (base::at(step_.units, u).shape == Shape::bottom) send_embeddings();
      if (base::at(step_.units, u).backward) backward_of(u);
    }
    send_embeddings();
    if (embedding_.count > 0 && !frozen_embedding()) {
      streams_.compute("look-up", -1, step_.embedding_prices.look_up, ready_embeddings);
    }
  }

 private:
  bool frozen_embedding() const {
    return step_.task.kind == TaskKind::finetune && step_.task.frozen_embedding;
  }
  const LayerAmounts& amounts(const Unit& unit) const {
    return base::at(step_.amounts, static_cast<int>(unit.shape));
  }
  const LayerPrices& prices(const Unit& unit) const {
    return base::at(step_.prices, static_cast<int>(unit.shape));
  }
  const Levels& levels(const Unit& unit) const { return step_.strategy.of(part_of(unit.shape)); }

  double exchange_embeddings(double after) {
    double end = 0;
    for (int i = 0; i < embedding_.count; ++i) {
      if (base::at(embedding_.level, i).scheme != Scheme::mp) continue;
      end = streams_.send(Collective::all_to_all, -1,
                          base::at(step_.embedding_prices.all_to_all, i), after);
    }
    return end;
  }

  // Returns until when the backward look-up waits.
  double return_embeddings() {
    double end = exchange_embeddings(consumed_);
    for (int i = 0; i < embedding_.count; ++i) {
      if (base::at(step_.embedding.all_reduce, i) == 0) continue;
      const double reduced = streams_.send(
          Collective::all_reduce, -1, base::at(step_.embedding_prices.all_reduce, i), consumed_);
      if (step_.embedding.waits_for_all_reduce) end = reduced;
    }
    return end;
  }

  // What a layer must have from others before it computes.
  double fetch(int u) {
    const Unit& unit = base::at(step_.units, u);
    double ready = 0;
    if (amounts(unit).gather > 0) {
      ready = streams_.send(Collective::all_gather, u, prices(unit).gather, released());
    }
    for (int i = 0; i < levels(unit).count; ++i) {
      if (base::at(amounts(unit).level, i).exchange == 0) continue;
      ready = streams_.send(Collective::all_to_all, u, base::at(prices(unit).level, i).exchange,
                            ends_.last);
    }
    return ready;
  }
  double released() const { return started_ > 1 ? ends_.before : 0; }

  // TP's collectives after a layer, which the next layer waits for.
  void send_partial_sums(int u, int level, bool reduces) {
    const Unit& unit = base::at(step_.units, u);
    const LevelAmounts& sent = base::at(amounts(unit).level, level);
    const LayerPrices::OfLevel& seconds = base::at(prices(unit).level, level);
    if (sent.exchange > 0) {
      blocked_until_ = streams_.send(Collective::all_to_all, u, seconds.exchange, ends_.last);
    }
    if (sent.activations > 0 && reduces) {
      blocked_until_ = streams_.send(Collective::all_reduce, u, seconds.activations, ends_.last);
    }
  }

  void compute(int u, double seconds, double waits_for) {
    const Unit& unit = base::at(step_.units, u);
    const double ready = std::max(waits_for, blocked_until_);
    ends_.add(streams_.compute(name_of(unit.shape), u, seconds, ready));
    ++started_;
    blocked_until_ = 0;
  }

  void forward_of(int u, double waits_for) {
    const Unit& unit = base::at(step_.units, u);
    compute(u, prices(unit).forward, std::max(waits_for, fetch(u)));
    const bool reduces = part_of(unit.shape) == Part::blocks || unit.layer % 2 == 1;
    for (int i = 0; i < levels(unit).count; ++i) send_partial_sums(u, i, reduces);
  }

  void backward_of(int u) {
    const Unit& unit = base::at(step_.units, u);
    const double ready = fetch(u);
    // In a recommendation model attention n waits for the all-reduce of FFN n + 1, which is past.
    if (unit.shape == Shape::attention && step_.has_mlp) blocked_until_ = 0;
    compute(u, prices(unit).backward, ready);
    if (u == consumer_) consumed_ = ends_.last;
    const bool reduces = part_of(unit.shape) == Part::blocks || unit.layer % 2 == 0;
    for (int i = 0; i < levels(unit).count; ++i) {
      send_partial_sums(u, i, reduces);
      if (unit.weights_change && base::at(amounts(unit).level, i).gradients > 0) {
        streams_.send(Collective::all_reduce, u, base::at(prices(unit).level, i).gradients,
                      ends_.last);
      }
    }
    if (unit.weights_change && amounts(unit).gather > 0) {
      streams_.send(Collective::reduce_scatter, u, prices(unit).scatter, ends_.last);
    }
  }

  const Step& step_;
  Streams& streams_;
  int consumer_;
  const Levels& embedding_;
  Ends ends_;
  int started_ = 0;           // computations of layers in this pass
  double blocked_until_ = 0;  // what the last layer sent and the next waits for
  double consumed_ = 0;       // end of the backward pass of the embeddings' first consumer
};

}  // namespace

Times run_paper(const Step& step, std::vector<Ran>* log) {
  Streams streams(log);
  Pass pass(step, streams);
  pass.forward();
  if (step.task.kind != TaskKind::inference) pass.backward();
  return streams.times();
}

}  // namespace jacquard::plan
