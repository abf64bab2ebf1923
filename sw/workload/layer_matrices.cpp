// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/layer_matrices.hpp"

#include "jacquard/workload/mixers.hpp"

namespace jacquard::workload {
namespace {

class List {
 public:
  explicit List(const Model& model) : m_(model) {}

  // Matrices of one input, as one, or with those `before`; those without width are none.
  enum class With : std::uint8_t { each_other, before };
  void add(MatrixOf of, double in, std::initializer_list<double> outs, Split split,
           double count = 1, With with = With::each_other) {
    bool first = with == With::each_other;
    for (const double out : outs) {
      if (in <= 0 || out <= 0 || count <= 0) continue;
      matrices_.push_back({of, in, out, split, count, first});
      first = false;
    }
  }

  void grouped(Mixer mixer) {
    const AttentionHeads h = m_.attention(mixer);
    const double q = h.heads * h.key;
    const double values = h.heads * h.value;
    const double gate = m_.output_gate ? values : 0;
    const double shared = h.key_and_value() - h.key;
    add(MatrixOf::qkv, m_.hidden,
        {m_.query_rank > 0 ? m_.query_rank : q, h.kv_heads * h.key, h.kv_heads * shared, gate},
        Split::columns);
    add(MatrixOf::qkv, m_.query_rank, {q}, Split::columns);
    add(MatrixOf::attention_out, values, {double(m_.hidden)}, Split::rows);
  }

  void latent() {
    const LatentSizes& l = m_.latent;
    const double heads = m_.heads;
    const double q = heads * m_.size_of_head();
    const double compressed = l.kv_rank + l.rope;
    if (l.q_rank > 0) {
      add(MatrixOf::qkv, m_.hidden, {double(l.q_rank), compressed}, Split::whole);
      add(MatrixOf::qkv, l.q_rank, {q}, Split::columns);
    } else {
      add(MatrixOf::qkv, m_.hidden, {compressed}, Split::whole);
      add(MatrixOf::qkv, m_.hidden, {q}, Split::columns, 1, With::before);
    }
    add(MatrixOf::qkv, m_.hidden, {m_.output_gate ? heads * l.value : 0}, Split::columns, 1,
        With::before);
    add(MatrixOf::qkv, l.kv_rank, {heads * (l.nope + l.value)}, Split::columns);
    add(MatrixOf::attention_out, heads * l.value, {double(m_.hidden)}, Split::rows);
  }

  void linear() {
    const LinearSizes& l = m_.linear;
    const double qk = double(l.key_heads) * l.key_size;
    const double v = double(l.value_heads) * l.value_size;
    add(MatrixOf::qkv, m_.hidden, {qk, qk, v, linear_output_gate(m_), linear_gates(m_)},
        Split::columns);
    add(MatrixOf::qkv, linear_rank(m_), {qk}, Split::columns);
    add(MatrixOf::qkv, l.gate_rank, {v}, Split::columns);
    add(MatrixOf::attention_out, v, {double(m_.hidden)}, Split::rows);
  }

  void indexer() {
    const IndexSizes& i = m_.index;
    const double share = m_.index_share();
    const double into = m_.latent.q_rank > 0 ? m_.latent.q_rank : m_.hidden;
    add(MatrixOf::qkv, into, {double(i.heads) * i.size}, Split::whole, share, With::before);
    add(MatrixOf::qkv, m_.hidden, {double(i.size), double(i.heads)}, Split::whole, share,
        With::before);
  }

  void feed_forward(MatrixOf up, MatrixOf down, double width, double inner, double count) {
    add(up, width, {inner, m_.gated ? inner : 0}, Split::columns, count);
    add(down, inner, {width}, Split::rows, count);
  }

  std::vector<LayerMatrix> take() { return std::move(matrices_); }

 private:
  const Model& m_;
  std::vector<LayerMatrix> matrices_;
};

}  // namespace

std::vector<LayerMatrix> layer_matrices(const Model& m, LayerKind kind) {
  List list(m);
  if (kind.mixer == Mixer::linear) {
    list.linear();
  } else if (attends(kind.mixer)) {
    m.is_latent() ? list.latent() : list.grouped(kind.mixer);
    if (kind.mixer == Mixer::attention && m.is_sparse()) list.indexer();
  }
  if (kind.feed == FeedForward::dense) {
    list.feed_forward(MatrixOf::ffn_up, MatrixOf::ffn_down, m.hidden, m.inner, 1);
  } else if (kind.feed == FeedForward::experts) {
    const ExpertSizes& e = m.experts;
    list.add(MatrixOf::router, m.hidden, {double(e.count), double(e.latent)}, Split::whole);
    list.add(MatrixOf::router, e.latent, {double(m.hidden)}, Split::whole);
    list.feed_forward(MatrixOf::shared, MatrixOf::shared, m.hidden, e.shared_inner, 1);
    list.feed_forward(MatrixOf::experts, MatrixOf::experts, m.expert_width(), e.inner, e.count);
  }
  return list.take();
}

}  // namespace jacquard::workload
