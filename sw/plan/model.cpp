// SPDX-License-Identifier: Apache-2.0
#include "jacquard/plan/model.hpp"

#include <fmt/format.h>

namespace jacquard::plan {
namespace {

using config::field;
using config::whole_number;

constexpr int kWidest = 1 << 24;
constexpr int kMostLayers = 100'000;
constexpr std::int64_t kMostRows = 1'000'000'000'000'000;

const config::FieldTable<MlpSizes>& mlp_fields() {
  using M = MlpSizes;
  static const config::FieldTable<M> table(
      "mlp", "Layers of width x width without biases; layers 0: the model has none.",
      {field<M>(
           "layers", [](auto& m) -> auto& { return m.layers; }, whole_number<int>(0, kMostLayers),
           "How many."),
       field<M>(
           "width", [](auto& m) -> auto& { return m.width; }, whole_number<int>(0, kWidest),
           "Values of a sample between layers."),
       field<M>(
           "experts", [](auto& m) -> auto& { return m.experts; }, whole_number<int>(0, 1 << 16),
           "Experts of each layer; 0: none."),
       field<M>(
           "active", [](auto& m) -> auto& { return m.active; }, whole_number<int>(0, 1 << 16),
           "Experts that a sample visits.")});
  return table;
}

const config::FieldTable<EmbeddingSizes>& embedding_fields() {
  using E = EmbeddingSizes;
  static const config::FieldTable<E> table(
      "embedding", "Tables of a recommendation model; tables 0: the model has none.",
      {field<E>(
           "tables", [](auto& e) -> auto& { return e.tables; },
           whole_number<std::int64_t>(0, 1'000'000'000), "How many."),
       field<E>(
           "rows", [](auto& e) -> auto& { return e.rows; },
           whole_number<std::int64_t>(0, kMostRows), "Rows of a table."),
       field<E>(
           "dimension", [](auto& e) -> auto& { return e.dimension; }, whole_number<int>(0, kWidest),
           "Values of a row."),
       field<E>(
           "pooling", [](auto& e) -> auto& { return e.pooling; }, config::real_number(0, 1e6),
           "Look-ups of a sample in each table.")});
  return table;
}

const config::FieldTable<BlockSizes>& block_fields() {
  using B = BlockSizes;
  const auto size = whole_number<int>(0, kWidest);
  static const config::FieldTable<B> table(
      "blocks", "Blocks of attention and FFN; layers 0: the model has none.",
      {field<B>(
           "layers", [](auto& b) -> auto& { return b.layers; }, whole_number<int>(0, kMostLayers),
           "How many."),
       field<B>(
           "hidden", [](auto& b) -> auto& { return b.hidden; }, size,
           "Values of a token between layers."),
       field<B>(
           "heads", [](auto& b) -> auto& { return b.heads; }, size,
           "Heads of attention's queries; the paper's rules need none."),
       field<B>(
           "kv_heads", [](auto& b) -> auto& { return b.kv_heads; }, size,
           "Heads of keys and values; 0: as many as heads."),
       field<B>(
           "inner", [](auto& b) -> auto& { return b.inner; }, size,
           "Width of the FFN, of two matrices of hidden x inner."),
       field<B>(
           "sequence", [](auto& b) -> auto& { return b.sequence; }, size, "Tokens of a sample."),
       field<B>(
           "experts", [](auto& b) -> auto& { return b.experts; }, whole_number<int>(0, 1 << 16),
           "Experts of each FFN; 0: none."),
       field<B>(
           "active", [](auto& b) -> auto& { return b.active; }, whole_number<int>(0, 1 << 16),
           "Experts that a token visits.")});
  return table;
}

template <class Number>
void require(Number value, const char* key, const config::Place& place) {
  if (!(value > 0)) (place / key).fail("a number above 0", "none");
}

void require_experts(int experts, int active, const config::Place& place) {
  if (experts == 0 && active == 0) return;
  require(experts, "experts", place);
  require(active, "active", place);
  if (active > experts) {
    (place / "active").fail(fmt::format("at most the {} experts", experts), std::to_string(active));
  }
}

void require_mlp(const MlpSizes& mlp, const config::Place& place) {
  if (mlp.layers + mlp.width + mlp.experts + mlp.active == 0) return;
  require(mlp.layers, "layers", place);
  require(mlp.width, "width", place);
  require_experts(mlp.experts, mlp.active, place);
}

void require_embedding(const EmbeddingSizes& e, const config::Place& place) {
  if (e.tables == 0 && e.rows == 0 && e.dimension == 0 && e.pooling == 0) return;
  require(e.tables, "tables", place);
  require(e.rows, "rows", place);
  require(e.dimension, "dimension", place);
  require(e.pooling, "pooling", place);
}

void require_blocks(const BlockSizes& b, const config::Place& place) {
  const BlockSizes none;
  if (b.layers == 0 && b.hidden == none.hidden && b.heads == 0 && b.inner == 0 && b.sequence == 0 &&
      b.experts == 0 && b.active == 0) {
    return;
  }
  require(b.layers, "layers", place);
  require(b.hidden, "hidden", place);
  require(b.inner, "inner", place);
  require(b.sequence, "sequence", place);
  require_experts(b.experts, b.active, place);
  if (b.kv_heads > 0 && (b.heads == 0 || b.heads % b.kv_heads != 0)) {
    (place / "kv_heads")
        .fail(fmt::format("a divisor of the {} heads", b.heads), std::to_string(b.kv_heads));
  }
}

void require_bytes(const Model& m, const config::Place& place) {
  if (m.dense_bytes != 1 && m.dense_bytes != 2 && m.dense_bytes != 4) {
    (place / "dense_bytes")
        .fail("1 (int8), 2 (fp16) or 4 (TF32)", fmt::format("{}", m.dense_bytes),
              "it chooses the peak too");
  }
  require(m.embedding_bytes, "embedding_bytes", place);
}

}  // namespace

const config::FieldTable<Model>& model_fields() {
  using M = Model;
  static const config::FieldTable<M> table(
      "planner_model", "A model by its types of layer, as the planner sees it.",
      {field<M>(
           "name", [](auto& m) -> auto& { return m.name; }, config::text("text"),
           "What people call it."),
       field<M>(
           "source", [](auto& m) -> auto& { return m.source; }, config::text("text"),
           "Where its sizes come from."),
       config::nested<M>(
           "bottom", [](auto& m) -> auto& { return m.bottom; }, mlp_fields()),
       config::nested<M>(
           "top", [](auto& m) -> auto& { return m.top; }, mlp_fields()),
       config::nested<M>(
           "embedding", [](auto& m) -> auto& { return m.embedding; }, embedding_fields()),
       config::nested<M>(
           "blocks", [](auto& m) -> auto& { return m.blocks; }, block_fields()),
       field<M>(
           "vocabulary", [](auto& m) -> auto& { return m.vocabulary; },
           whole_number<int>(0, 1 << 30), "Tokens that an LLM knows; 0: it is none."),
       field<M>(
           "dense_bytes", [](auto& m) -> auto& { return m.dense_bytes; }, config::real_number(0, 4),
           "Of a value outside embeddings: 4 (TF32), 2 (fp16) or 1 (int8)."),
       field<M>(
           "embedding_bytes", [](auto& m) -> auto& { return m.embedding_bytes; },
           config::real_number(0, 8), "Of a value of an embedding."),
       field<M>(
           "batch", [](auto& m) -> auto& { return m.batch; },
           whole_number<std::int64_t>(0, std::int64_t{1} << 40),
           "Samples of a step on all devices, where a task does not say."),
       field<M>(
           "training_tokens", [](auto& m) -> auto& { return m.training_tokens; },
           config::real_number(0, 1e18), "Of a whole training, for its days; 0: not known."),
       field<M>(
           "gpu_hours_tokens", [](auto& m) -> auto& { return m.gpu_hours_tokens; },
           config::real_number(0, 1e18),
           "Of the training whose GPU hours are told; 0: training_tokens.")});
  return table;
}

void require_complete(const Model& m, const config::Place& place) {
  require_mlp(m.bottom, place / "bottom");
  require_mlp(m.top, place / "top");
  require_embedding(m.embedding, place / "embedding");
  require_blocks(m.blocks, place / "blocks");
  require_bytes(m, place);
  if (m.bottom.layers + m.top.layers + m.blocks.layers == 0) {
    (place / "blocks" / "layers").fail("layers of bottom, top or blocks", "none");
  }
  if (m.vocabulary > 0 && m.embedding.tables > 0) {
    (place / "vocabulary").fail("none beside embedding.tables", std::to_string(m.vocabulary));
  }
  if (m.vocabulary > 0 && m.blocks.layers == 0) {
    (place / "blocks" / "layers").fail("blocks beside a vocabulary", "none");
  }
}

}  // namespace jacquard::plan
