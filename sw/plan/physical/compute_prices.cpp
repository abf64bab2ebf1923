// SPDX-License-Identifier: Apache-2.0
#include "jacquard/plan/physical/compute_prices.hpp"

#include <algorithm>

#include "jacquard/cost/duration.hpp"
#include "jacquard/cost/elementwise.hpp"
#include "jacquard/cost/embedding.hpp"
#include "jacquard/plan/physical/system.hpp"

namespace jacquard::plan::physical {
namespace {

using workload::AttentionWork;
using workload::ComputeWork;
using workload::ElementwiseWork;
using workload::EmbeddingWork;
using workload::GemmWork;
using workload::NumberType;

// Bytes a value, forward and backward (docs/workloads.md).
constexpr double kNorm = 8;  // with the addition before it
constexpr double kActivation = 4;
constexpr double kActivationBackward = 6;
constexpr double kLoss = 10;
constexpr double kAddedGradient = 6;  // a parameter: into an fp32 sum
// Bytes a parameter that Adam reads and writes: the gradient, the master weight and two moments,
// these three again and a bf16 weight; in fp32 the weight is the master.
constexpr double kOptimizer = 30;
constexpr double kOptimizerFp32 = 28;
// Kernels of a pass, where a kernel takes no less than its launch by the host.
constexpr double kForwardKernels = 6;

// How many times TF32's peak bf16's is.
double times_tf32(const Request& request) {
  const Cluster& c = request.cluster;
  if (c.peak4.count() <= 0) return 2;
  return device_of(c, request.model.dense_bytes).peak.bf16 / c.peak4;
}

}  // namespace

// By pass, summed up.
struct ComputePrices::Kernels {
  const ComputePrices& by;
  PassTimes time;
  PassTimes count;

  double of(const ComputeWork& work, double& counter) const {
    counter += 1;
    return cost::seconds_of(by.device_, work).count() / cost::kUninterrupted;
  }
  // C[m,n] = A[m,k] B[k,n] and its two gradients. TF32 is bf16 with as many times the k as its peak
  // is lower: as many bytes of operands, as many steps.
  void linear(double m, double n, double k, double copies) {
    const auto product = [&](double rows, double columns, double inner, double& counter) {
      return of(by.product_of(rows, columns, inner, copies), counter);
    };
    time.forward += product(m, n, k, count.forward);
    time.data += product(m, k, n, count.data);
    time.weights += product(k, n, m, count.weights);
  }
  // As many for each of `copies` experts; of fewer than one its share of the columns.
  void experts(double m, double n, double k, double copies) {
    linear(m, n * std::min(1.0, copies), k, std::max(1.0, copies));
  }
  void elementwise(double values, double forward, double backward) {
    if (values <= 0) return;
    time.forward += of(ElementwiseWork{0, values * forward}, count.forward);
    time.data += of(ElementwiseWork{0, values * backward}, count.data);
  }
};

ComputePrices::ComputePrices(const Request& request)
    : request_(request),
      model_(request.model),
      device_(cost::in_long_bursts(device_of(request.cluster, request.model.dense_bytes))),
      times_tf32_(times_tf32(request)) {}

workload::GemmWork ComputePrices::product_of(double m, double n, double k, double count) const {
  if (model_.dense_bytes < 2) return {m, n, k, count, NumberType::fp8};
  if (model_.dense_bytes < 4) return {m, n, k, count, NumberType::bf16};
  return {m, n, k * times_tf32_, count, NumberType::bf16};
}

void ComputePrices::mlp(const Layer& u, double samples, double tensor, Kernels& out) const {
  const MlpSizes& sizes = u.kind == LayerKind::bottom ? model_.bottom : model_.top;
  const double width = sizes.width;
  // Column and row parallel in turn (Megatron-LM).
  const double n = u.odd() ? width : width / tensor;
  const double k = u.odd() ? width / tensor : width;
  if (sizes.experts == 0) {
    out.linear(samples, n, k, 1);
    out.elementwise(samples * n, 2 * model_.dense_bytes, 3 * model_.dense_bytes);
    return;
  }
  const double rows = samples * sizes.active;
  out.experts(rows / sizes.experts, width, width, sizes.experts / tensor);
  out.elementwise(rows / tensor * width, 2 * model_.dense_bytes, 3 * model_.dense_bytes);
}

void ComputePrices::attention(double samples, double tensor, Kernels& out) const {
  const BlockSizes& b = model_.blocks;
  const double tokens = samples * b.sequence;
  const double heads = std::max(1, b.heads);
  const double kv_heads = b.kv_heads > 0 ? b.kv_heads : heads;
  const double head = b.hidden / heads;
  const double value = model_.dense_bytes / 2;  // of what docs count in bf16
  out.elementwise(tokens * b.hidden, kNorm * value, kNorm * value);
  out.linear(tokens, (heads + 2 * kv_heads) * head / tensor, b.hidden, 1);
  if (request_.physics.has(Departure::attention)) {
    AttentionWork work;
    work.batch = samples;
    work.queries = b.sequence;
    work.keys = b.sequence;
    work.heads = heads / tensor;
    work.kv_heads = std::max(1.0, kv_heads / tensor);
    work.head_size = head;
    work.value_size = head;
    work.causal = model_.vocabulary > 0;
    out.time.forward += out.of(work, out.count.forward);
    work.backward = true;
    out.time.data += out.of(work, out.count.data);
  }
  out.linear(tokens, b.hidden, heads * head / tensor, 1);
}

void ComputePrices::ffn(double samples, double tensor, Kernels& out) const {
  const BlockSizes& b = model_.blocks;
  const double tokens = samples * b.sequence;
  const double value = model_.dense_bytes / 2;
  out.elementwise(tokens * b.hidden, kNorm * value, kNorm * value);
  const bool experts = b.experts > 0;
  const double rows = experts ? tokens * b.active / b.experts : tokens;
  const double inner = experts ? b.inner : b.inner / tensor;
  const double copies = experts ? b.experts / tensor : 1;
  out.experts(rows, inner, b.hidden, copies);
  out.elementwise(rows * inner * copies, kActivation * value, kActivationBackward * value);
  out.experts(rows, b.hidden, inner, copies);
}

void ComputePrices::head(double samples, double tensor, Kernels& out) const {
  const double tokens = samples * model_.blocks.sequence;
  const double vocabulary = model_.vocabulary / tensor;
  out.linear(tokens, vocabulary, model_.blocks.hidden, 1);
  out.elementwise(tokens * vocabulary, kLoss, kLoss);
}

PassTimes ComputePrices::by_kernels(const Layer& u, double samples, double tensor,
                                    bool added) const {
  Kernels out{*this, {}, {}};
  switch (u.kind) {
    case LayerKind::bottom:
    case LayerKind::top:
      mlp(u, samples, tensor, out);
      break;
    case LayerKind::attention:
      attention(samples, tensor, out);
      break;
    case LayerKind::ffn:
      ffn(samples, tensor, out);
      break;
    case LayerKind::head:
      head(samples, tensor, out);
      break;
  }
  if (added) {
    const double parameters = u.kind == LayerKind::head
                                  ? static_cast<double>(model_.vocabulary) * model_.blocks.hidden
                                  : parameters_of(model_, u.kind);
    const ElementwiseWork sum{0, kAddedGradient * parameters / tensor};
    out.time.weights += out.of(sum, out.count.weights);
  }
  if (request_.physics.has(Departure::launch)) {
    const double launch = cost::kHostLaunch.count();
    out.time.forward = std::max(out.time.forward, launch * out.count.forward);
    out.time.data = std::max(out.time.data, launch * out.count.data);
    out.time.weights = std::max(out.time.weights, launch * out.count.weights);
  }
  return out.time;
}

double ComputePrices::at_peak(double flops) const {
  const Cluster& c = request_.cluster;
  const double bytes = model_.dense_bytes;
  const double peak = (bytes >= 4 ? c.peak4 : bytes >= 2 ? c.peak2 : c.peak1).count();
  return flops / (peak * c.compute_utilisation);
}

double ComputePrices::from_memory(double bytes) const {
  const Cluster& c = request_.cluster;
  return bytes / (c.memory_bandwidth.count() * c.memory_utilisation);
}

// A backward pass is twice the forward pass.
PassTimes ComputePrices::by_peak(const Layer& u, double samples, double tensor) const {
  const BlockSizes& b = model_.blocks;
  double flops = sizes_of(shape_of(u.kind), model_).flops;
  if (u.kind == LayerKind::attention && request_.physics.has(Departure::attention)) {
    const double pairs = static_cast<double>(b.sequence) * b.sequence;
    flops += (model_.vocabulary > 0 ? 2 : 4) * pairs * b.hidden;  // causal: half of them
  }
  if (u.kind == LayerKind::head) {
    flops = 2.0 * model_.vocabulary * b.hidden * b.sequence;
  }
  const double time = at_peak(flops * samples / tensor);
  PassTimes out{time, time, time};
  if (request_.physics.has(Departure::launch)) {
    const double least = cost::kHostLaunch.count() * (u.in_blocks() ? kForwardKernels : 2);
    out = {std::max(time, least), std::max(time, least), std::max(time, least)};
  }
  return out;
}

PassTimes ComputePrices::unit(const Layer& u, double samples, double tensor, bool added) {
  if (!request_.physics.has(Departure::gemm)) return by_peak(u, samples, tensor);
  const auto [known, is_new] = known_.try_emplace({u.kind, u.odd(), samples, tensor, added});
  if (is_new) known->second = by_kernels(u, samples, tensor, added);
  return known->second;
}

LookupTimes ComputePrices::lookup(double samples, double shards) const {
  const EmbeddingSizes& e = model_.embedding;
  const double size = model_.embedding_bytes;
  if (e.tables == 0) {
    const double bytes =
        2.0 * model_.blocks.sequence * model_.blocks.hidden * size * samples / shards;
    if (!request_.physics.has(Departure::gemm)) return {from_memory(bytes), from_memory(bytes)};
    const double time = cost::seconds_of(device_, ElementwiseWork{0, bytes}).count();
    return {time / cost::kUninterrupted, time / cost::kUninterrupted};
  }
  const double tables = static_cast<double>(e.tables) / shards;
  const double row = e.dimension * size;
  const double lookups = tables * e.pooling * samples;
  if (request_.physics.has(Departure::gemm)) {
    EmbeddingWork work{
        tables, tables * static_cast<double>(e.rows), tables * samples, e.pooling, row, row, 0,
        false};
    LookupTimes times;
    times.forward = cost::seconds_of(device_, work).count() / cost::kUninterrupted;
    work.backward = true;
    times.backward = cost::seconds_of(device_, work).count() / cost::kUninterrupted;
    return times;
  }
  LookupTimes times{from_memory(lookups * row), from_memory(lookups * row)};
  if (request_.physics.has(Departure::optimizer)) {  // rows that were looked up, read and written
    const double first = cost::first_share(e.pooling * samples);
    times.backward += from_memory(lookups * first * 2 * (row + sizeof(float)));
  }
  return times;
}

double ComputePrices::optimizer(double parameters) const {
  const double bytes = parameters * (model_.dense_bytes >= 4 ? kOptimizerFp32 : kOptimizer);
  if (!request_.physics.has(Departure::gemm)) return from_memory(bytes);
  return cost::seconds_of(device_, ElementwiseWork{12 * parameters, bytes}).count() /
         cost::kUninterrupted;
}

}  // namespace jacquard::plan::physical
