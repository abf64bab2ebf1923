// SPDX-License-Identifier: Apache-2.0
#include "jacquard/plan/physical/memory.hpp"

#include <algorithm>
#include <array>

#include "jacquard/base/at.hpp"
#include "jacquard/plan/physical/layers.hpp"

namespace jacquard::plan::physical {
namespace {

constexpr double kMoments = 8;     // Adam's two, in fp32
constexpr double kMaster = 4;      // a copy of weights that are kept in fewer bytes
constexpr double kFp32 = 4;        // of a gradient's sum
constexpr double kRowState = 4;    // row-wise Adagrad, of a row
constexpr double kPrefetched = 2;  // layers' weights that FSDP has gathered at once
// A logit, by docs/train.md: bf16, and in fp32 for the loss; torchtitan's copies too.
constexpr double kLogits = 6;
constexpr double kShardedLogits = 14;
constexpr double kAlongside = 8;  // a value of a block's activations that TP does not share out

double weights_on_device(const Request& r, const Shares& s, LayerKind kind) {
  return parameters_of(r.model, kind) / (s.tp.degree * s.fsdp.degree);
}

// Bytes of a sample that a layer keeps of its input and, in a block, of what its matrices take.
double kept_of(const Request& r, const Shares& s, LayerKind kind, bool recompute) {
  const Model& m = r.model;
  const BlockSizes& b = m.blocks;
  const double t = s.tp.degree;
  const double size = m.dense_bytes / 2;  // of what formulas count in bf16
  if (kind == LayerKind::bottom || kind == LayerKind::top) {
    const double width = (kind == LayerKind::bottom ? m.bottom : m.top).width;
    return active_of(m, kind) * width * m.dense_bytes;
  }
  if (kind == LayerKind::head) return 0;
  const double tokens = b.sequence;
  if (recompute) return kind == LayerKind::attention ? 2 * size * tokens * b.hidden : 0;
  const double heads = std::max(1, b.heads);
  const double kv = b.kv_heads > 0 ? b.kv_heads / heads * b.hidden : b.hidden;
  const double alongside = kAlongside / 2 * b.hidden;  // half in attention, half in FFN
  const double active = active_of(m, kind);
  // Experts keep the rows that they take, which are copies of their tokens.
  const double rows = b.experts > 0 ? 2.0 * b.hidden * active : 0;
  const double shared =
      kind == LayerKind::attention ? 4.0 * b.hidden + 4 * kv : 4.0 * b.inner * active + rows;
  return size * tokens * (alongside + shared / t);
}

// What one layer of a kind adds, in the order in which layers add it.
struct LayerBytes {
  double parameters = 0;
  double gathered = 0;  // weights
  double all = 0;       // kept, if nothing is computed again
  double logits = 0;
  double kept = 0;
};

LayerBytes bytes_of(const Request& r, const Strategy& strategy, const Keeping& keeping,
                    const Layer& u) {
  const Model& m = r.model;
  const bool trains = r.task.kind != TaskKind::inference;
  const Shares s = shares_of(strategy.of(u.part()), r.cluster);
  LayerBytes bytes;
  bytes.parameters = weights_on_device(r, s, u.kind);
  if (s.fsdp.degree > 1) bytes.gathered = bytes.parameters * s.fsdp.degree * m.dense_bytes;
  const double samples =
      static_cast<double>(r.batch()) / s.data() / (u.in_blocks() ? keeping.micro_batches : 1);
  bytes.all = samples * kept_of(r, s, u.kind, false);
  if (u.kind == LayerKind::head) {
    const double tokens = samples * m.blocks.sequence;
    const double each = s.fsdp.degree > 1 ? kShardedLogits : kLogits;
    bytes.logits = each * (trains ? tokens : samples) * m.vocabulary / s.tp.degree;
  }
  bytes.kept = u.in_blocks() ? samples * kept_of(r, s, u.kind, keeping.recompute) : bytes.all;
  return bytes;
}

}  // namespace

MemoryPrices::MemoryPrices(const Request& request) : request_(request) {
  for (const Layer& layer : layers_in(request.model, request.task, true)) {
    const auto is_like = [&](const Layer& sort) {
      return sort.kind == layer.kind && sort.frozen == layer.frozen;
    };
    const auto found = std::find_if(sorts_.begin(), sorts_.end(), is_like);
    sort_of_.push_back(static_cast<std::uint8_t>(found - sorts_.begin()));
    if (found == sorts_.end()) sorts_.push_back(layer);
  }
}

MemoryUse physical_memory(const Request& r, const Strategy& strategy, const Keeping& keeping) {
  return MemoryPrices(r)(strategy, keeping);
}

MemoryUse MemoryPrices::operator()(const Strategy& strategy, const Keeping& keeping) const {
  const Request& r = request_;
  const Model& m = r.model;
  const bool trains = r.task.kind != TaskKind::inference;
  const auto batch = static_cast<double>(r.batch());
  MemoryUse use;
  double largest = 0;  // bytes that one layer keeps
  double widest = 0;   // weights of one layer, gathered
  std::array<MemoryUse, kSorts> added;
  for (std::size_t i = 0; i < sorts_.size(); ++i) {
    const LayerBytes bytes = bytes_of(r, strategy, keeping, sorts_[i]);
    widest = std::max(widest, bytes.gathered);
    largest = std::max(largest, bytes.all);
    MemoryUse& layer = base::at(added, i);
    layer.weights = bytes.parameters * m.dense_bytes;
    layer.buffers = bytes.logits;
    if (trains) layer.activations = bytes.kept;
    if (!trains || sorts_[i].frozen) continue;
    layer.gradients = bytes.parameters * kFp32;
    layer.optimizer = bytes.parameters * (kMoments + (m.dense_bytes < kFp32 ? kMaster : 0));
  }
  for (const std::uint8_t sort : sort_of_) {
    const MemoryUse& layer = added[sort];
    use.weights += layer.weights;
    use.buffers += layer.buffers;
    use.activations += layer.activations;
    use.gradients += layer.gradients;
    use.optimizer += layer.optimizer;
  }
  use.buffers += kPrefetched * widest;
  if (!trains || keeping.recompute) use.activations += 2 * largest;

  const Shares s = shares_of(strategy.of(Part::embedding), r.cluster);
  const double parameters = embedding_parameters(m) / s.mp.degree;
  use.weights += parameters * m.embedding_bytes;
  const bool trains_rows =
      trains && !(r.task.kind == TaskKind::finetune && r.task.frozen_embedding);
  if (m.embedding.tables > 0) {
    const double samples = batch / s.data();
    const double bags = static_cast<double>(m.embedding.tables) * m.embedding.dimension *
                        m.embedding_bytes / s.mp.degree;
    // Of look-ups, and as they arrive at their samples.
    use.buffers += samples * bags * (trains ? 2 : 1);
    if (trains_rows) use.optimizer += parameters / m.embedding.dimension * kRowState;
  } else if (trains_rows) {
    use.gradients += parameters * kFp32;
    use.optimizer += parameters * (kMoments + (m.embedding_bytes < kFp32 ? kMaster : 0));
  }
  return use;
}

}  // namespace jacquard::plan::physical
