// SPDX-License-Identifier: Apache-2.0
#include "unit/plan/oracle.hpp"

#include <algorithm>
#include <map>
#include <string>

namespace jacquard::plan::oracle {
namespace {

struct Op {
  std::string what;  // "compute", "a2a", "ar", "ag", "rs", "barrier"
  double seconds = 0;
  std::vector<int> waits;
};

struct Layer {
  std::string type;  // "bottom", "attention", "ffn", "top"
  int number = 0;
  double parameters = 0;
  double flops = 0;
  double values = 0;  // activations of a sample
  int experts = 0;
  Levels levels;
};

double degree(const Levels& levels, const std::vector<Scheme>& schemes, int from = 0) {
  double product = 1;
  for (int i = from; i < levels.count; ++i) {
    const Level& l = levels.level.at(static_cast<std::size_t>(i));
    if (std::find(schemes.begin(), schemes.end(), l.scheme) != schemes.end()) product *= l.degree;
  }
  return product;
}

std::vector<Layer> layers_of_model(const Model& m, const Strategy& s) {
  std::vector<Layer> all;
  const auto mlp = [&](const char* type, const MlpSizes& sizes) {
    for (int i = 0; i < sizes.layers; ++i) {
      const double d2 = static_cast<double>(sizes.width) * sizes.width;
      const bool moe = sizes.experts > 0;
      all.push_back({type, i, moe ? d2 * sizes.experts : d2, moe ? 2 * d2 * sizes.active : 2 * d2,
                     double(sizes.width), sizes.experts, s.of(Part::mlp)});
    }
  };
  mlp("bottom", m.bottom);
  const BlockSizes& b = m.blocks;
  for (int i = 0; i < b.layers; ++i) {
    const double tokens = b.sequence;
    const double attention = 4.0 * b.hidden * b.hidden;
    const double ffn = 2.0 * b.hidden * b.inner;
    const bool moe = b.experts > 0;
    const Levels& l = s.of(Part::blocks);
    all.push_back({"attention", i, attention, 2 * attention * tokens, tokens * b.hidden, 0, l});
    all.push_back({"ffn", i, moe ? ffn * b.experts : ffn, 2 * ffn * tokens * (moe ? b.active : 1),
                   tokens * b.hidden, b.experts, l});
  }
  mlp("top", m.top);
  return all;
}

class Trace {
 public:
  Trace(const Model& m, const Cluster& c, const Task& t, const Strategy& s)
      : m_(m), c_(c), t_(t), s_(s), layers_(layers_of_model(m, s)) {
    batch_ = static_cast<double>(t.batch > 0 ? t.batch : m.batch);
    for (int i = 0; i < int(layers_.size()); ++i) {
      if (consumer_ < 0 && layers_[std::size_t(i)].type != "bottom") consumer_ = i;
    }
    forward();
    if (t.kind != TaskKind::inference) backward();
  }

  Times walk() const {
    std::vector<double> ends;
    double compute = 0;
    double network = 0;
    std::map<std::string, double> sums;
    for (const Op& op : ops_) {
      if (op.what == "barrier") {
        compute = network = std::max(compute, network);
        ends.push_back(compute);
        continue;
      }
      double& stream = op.what == "compute" ? compute : network;
      double begin = stream;
      for (const int w : op.waits) begin = std::max(begin, ends[std::size_t(w)]);
      stream = begin + op.seconds;
      ends.push_back(stream);
      sums[op.what] += op.seconds;
    }
    Times times;
    times.time = std::max(compute, network);
    times.compute = sums["compute"];
    times.all_to_all = sums["a2a"];
    times.all_reduce = sums["ar"];
    times.all_gather = sums["ag"];
    times.reduce_scatter = sums["rs"];
    return times;
  }

 private:
  int issue(const std::string& what, double seconds, const std::vector<int>& waits) {
    ops_.push_back({what, seconds, {}});
    for (const int w : waits) {
      if (w >= 0) ops_.back().waits.push_back(w);
    }
    return int(ops_.size()) - 1;
  }

  // "Level i of an L-level strategy takes entry [-L + i]."
  double seconds(const std::string& what, double bytes, int level, int levels) const {
    const double intra = c_.links * c_.link_bandwidth.count() / 2 * c_.link_utilisation;
    const double inter =
        c_.ports * c_.port_bandwidth.count() / 2 * c_.port_utilisation / c_.devices;
    const double mix = c_.all_reduce_inside * intra + (1 - c_.all_reduce_inside) * inter;
    std::vector<double> entries = {intra};
    if (c_.nodes > 1) entries.push_back(what == "a2a" ? inter : mix);
    double rate = entries.at(entries.size() - std::size_t(levels) + std::size_t(level));
    if (what == "ag" || what == "rs") rate *= 2;
    return bytes / rate;
  }

  double peak() const {
    const double of_type = m_.dense_bytes == 4   ? c_.peak4.count()
                           : m_.dense_bytes == 2 ? c_.peak2.count()
                                                 : c_.peak1.count();
    return of_type * c_.compute_utilisation;
  }
  double local(const Levels& l) const { return batch_ / degree(l, {Scheme::ddp, Scheme::fsdp}); }
  double compute_seconds(const Layer& l) const {
    return l.flops * local(l.levels) / degree(l.levels, {Scheme::tp}) / peak();
  }
  double weights(const Layer& l) const { return l.parameters * m_.dense_bytes; }
  double activations(const Layer& l) const { return l.values * local(l.levels) * m_.dense_bytes; }
  bool in_block(const Layer& l) const { return l.type == "attention" || l.type == "ffn"; }
  bool is_fsdp(const Layer& l) const { return l.levels.level[0].scheme == Scheme::fsdp; }
  double sharded(const Layer& l) const {
    return weights(l) / degree(l.levels, {Scheme::tp, Scheme::fsdp}) * l.levels.level[0].degree;
  }
  bool fine(bool frozen) const { return t_.kind == TaskKind::finetune && frozen; }

  double looked_up() const {
    const Levels& l = s_.of(Part::embedding);
    const double sample =
        m_.embedding.tables > 0
            ? double(m_.embedding.tables) * m_.embedding.pooling * m_.embedding.dimension
            : 2.0 * m_.blocks.sequence * m_.blocks.hidden;
    return sample * m_.embedding_bytes * local(l) / degree(l, {Scheme::mp});
  }
  int look_up(const std::vector<int>& waits) {
    return issue("compute", looked_up() / (c_.memory_bandwidth.count() * c_.memory_utilisation),
                 waits);
  }
  int embedding_exchange(int after) {
    const Levels& l = s_.of(Part::embedding);
    int last = -1;
    for (int i = 0; i < l.count; ++i) {
      const Level& level = l.level.at(std::size_t(i));
      if (level.scheme != Scheme::mp) continue;
      last = issue("a2a", seconds("a2a", 2 * looked_up() / level.degree, i, l.count), {after});
    }
    return last;
  }

  // "An all-to-all of activations / E before and after", of each level of TP.
  int experts_exchange(const Layer& l, int level, int after) {
    return issue("a2a", seconds("a2a", activations(l) / l.experts, level, l.levels.count), {after});
  }
  std::vector<int> levels_by(const Layer& l, Scheme scheme) const {
    std::vector<int> found;
    for (int i = 0; i < l.levels.count; ++i) {
      if (l.levels.level.at(std::size_t(i)).scheme == scheme) found.push_back(i);
    }
    return found;
  }

  // What layer u waits for, of its own: `two_away` and `one_away` are computations.
  std::vector<int> before(const Layer& l, int two_away, int one_away) {
    std::vector<int> waits;
    if (is_fsdp(l))
      waits.push_back(issue("ag", seconds("ag", sharded(l), 0, l.levels.count), {two_away}));
    if (l.experts > 0) {
      for (const int i : levels_by(l, Scheme::tp))
        waits.push_back(experts_exchange(l, i, one_away));
    }
    return waits;
  }

  void forward() {
    const bool embedded = s_.of(Part::embedding).count > 0;
    const int looked = embedded ? look_up({}) : -1;
    const int exchanged = embedded ? embedding_exchange(looked) : -1;
    std::vector<int> computed;
    std::vector<int> blocking;
    for (int u = 0; u < int(layers_.size()); ++u) {
      const Layer& l = layers_[std::size_t(u)];
      std::vector<int> waits = before(l, u >= 2 ? computed[std::size_t(u - 2)] : -1,
                                      u >= 1 ? computed[std::size_t(u - 1)] : looked);
      waits.insert(waits.end(), blocking.begin(), blocking.end());
      if (u == consumer_) waits.push_back(exchanged);
      const int done = issue("compute", compute_seconds(l), waits);
      computed.push_back(done);
      blocking.clear();
      for (const int i : levels_by(l, Scheme::tp)) {
        if (l.experts > 0) blocking.push_back(experts_exchange(l, i, done));
        if (in_block(l) || l.number % 2 == 1) {
          blocking.push_back(issue("ar", seconds("ar", activations(l), i, l.levels.count), {done}));
        }
      }
    }
  }

  bool weights_stay(const Layer& l) const {
    if (fine(t_.frozen_top) && l.type == "top") return true;
    if (fine(t_.frozen_blocks) && in_block(l)) return true;
    if (!fine(t_.frozen_from >= 0)) return false;
    if (m_.blocks.layers > 0) return in_block(l) && l.number >= t_.frozen_from;
    return l.number + (l.type == "top" ? m_.bottom.layers : 0) >= t_.frozen_from;
  }

  void backward() {
    issue("barrier", 0, {});
    const int barrier = int(ops_.size()) - 1;
    const bool embedded = s_.of(Part::embedding).count > 0 && !fine(t_.frozen_embedding);
    std::vector<int> computed(layers_.size() + 2, barrier);
    std::vector<std::vector<int>> reduced(layers_.size() + 3);
    int returned = -1;
    bool sent = !embedded;
    const auto send = [&] {
      if (!sent)
        returned = embedding_return(consumer_ < 0 ? barrier : computed[std::size_t(consumer_)]);
      sent = true;
    };
    for (int u = int(layers_.size()) - 1; u >= 0; --u) {
      const Layer& l = layers_[std::size_t(u)];
      if (l.type == "bottom") send();
      if (l.type == "bottom" && fine(t_.frozen_bottom)) continue;
      std::vector<int> waits =
          before(l, computed[std::size_t(u + 2)], computed[std::size_t(u + 1)]);
      // "Backward attention n waits for FFN n+1's all-reduce, not n's": u + 3 is that FFN.
      const bool recommends = m_.bottom.layers + m_.top.layers > 0;
      const bool other = l.type == "attention" && recommends;
      const std::size_t waited = std::size_t(u + (other ? 3 : 1));
      if (!other || (waited < layers_.size() && layers_[waited].type == "ffn")) {
        waits.insert(waits.end(), reduced[waited].begin(), reduced[waited].end());
      }
      computed[std::size_t(u)] = issue("compute", 2 * compute_seconds(l), waits);
      reduced[std::size_t(u)] = after_backward(l, computed[std::size_t(u)]);
    }
    send();
    if (embedded) look_up({returned});
  }

  // Returns what the next layer waits for.
  std::vector<int> after_backward(const Layer& l, int done) {
    std::vector<int> blocking;
    for (int i = 0; i < l.levels.count; ++i) {
      const Scheme scheme = l.levels.level.at(std::size_t(i)).scheme;
      if (scheme == Scheme::tp) {
        if (l.experts > 0) blocking.push_back(experts_exchange(l, i, done));
        if (in_block(l) || l.number % 2 == 0) {
          blocking.push_back(issue("ar", seconds("ar", activations(l), i, l.levels.count), {done}));
        }
      }
      if (scheme == Scheme::ddp && !weights_stay(l)) {
        const double later = degree(l.levels, {Scheme::tp, Scheme::fsdp}, i + 1);
        issue("ar", seconds("ar", weights(l) / later, i, l.levels.count), {done});
      }
    }
    if (is_fsdp(l) && !weights_stay(l)) {
      issue("rs", seconds("rs", sharded(l), 0, l.levels.count), {done});
    }
    return blocking;
  }

  // By the general rule each level of DDP sends what was looked up, and the look-up waits. The
  // exceptions are (MP, DDP), which sends none, and (DDP, MP), for which the look-up does not wait.
  int embedding_return(int after) {
    const Levels& l = s_.of(Part::embedding);
    const Scheme first = l.level[0].scheme;
    const Scheme last = l.level.at(std::size_t(l.count - 1)).scheme;
    const int exchanged = embedding_exchange(after);
    if (first == Scheme::mp) return exchanged;
    int reduced = issue("ar", seconds("ar", looked_up(), 0, l.count), {after});
    if (last == Scheme::mp) return exchanged;
    if (l.count == 2) reduced = issue("ar", seconds("ar", looked_up(), 1, l.count), {after});
    return reduced;
  }

  const Model& m_;
  const Cluster& c_;
  const Task& t_;
  const Strategy& s_;
  std::vector<Layer> layers_;
  double batch_ = 0;
  int consumer_ = -1;
  std::vector<Op> ops_;
};

bool is_refused(const Model& m, const Cluster& c, const Task& t, const Strategy& s) {
  const std::int64_t batch = t.batch > 0 ? t.batch : m.batch;
  for (const Levels& l : s.part) {
    if (l.count == 2 && (c.nodes == 1 || l.level[1].scheme == Scheme::fsdp)) return true;
    const double data = degree(l, {Scheme::ddp, Scheme::fsdp});
    if (batch % std::int64_t(data) != 0) return true;
  }
  return false;
}

}  // namespace

Outcome outcome(const Model& m, const Cluster& c, const Task& t, const Strategy& s) {
  Outcome o;
  o.refused = is_refused(m, c, t, s);
  if (o.refused) return o;
  o.times = Trace(m, c, t, s).walk();
  for (const Layer& l : layers_of_model(m, s)) {
    o.memory += l.parameters * m.dense_bytes / degree(l.levels, {Scheme::tp, Scheme::fsdp});
  }
  const double values =
      m.embedding.tables > 0
          ? double(m.embedding.tables) * double(m.embedding.rows) * m.embedding.dimension
      : m.vocabulary > 0 ? (double(m.vocabulary) + m.blocks.sequence) * m.blocks.hidden
                         : 0;
  o.memory += values * m.embedding_bytes / degree(s.of(Part::embedding), {Scheme::mp});
  if (t.kind != TaskKind::inference) o.memory *= 3;
  return o;
}

}  // namespace jacquard::plan::oracle
