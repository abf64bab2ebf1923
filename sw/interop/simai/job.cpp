// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/config/place.hpp"
#include "jacquard/interop/simai/workload.hpp"
#include "jacquard/workload/pipeline_order.hpp"

namespace jacquard::interop {
namespace {

constexpr std::size_t kDimensions = 10;  // as ASTRA-sim 1.0 says for any network

ChakraAttribute attribute(const char* name, AttributeType type, AttributeScalar value) {
  return {name, "", static_cast<int>(type), {std::move(value)}};
}

// Members of a group differ in one digit of their numbers.
struct Digit {
  int stride, count;
};
Digit digit_of(const TextWorkload& w, TextOver over) {
  const int shared = w.tensor * w.experts, npus = w.stage_npus();
  if (over == TextOver::tensor) return {1, w.tensor};
  if (over == TextOver::data) return {w.tensor, npus / w.tensor};
  if (over == TextOver::experts) return {w.tensor, w.experts};
  if (over == TextOver::data_of_experts) return {shared, npus / shared};
  return {1, w.npus};
}

// 0: everybody.
int group_of(const TextWorkload& w, TextOver over, int rank) {
  const auto [stride, count] = digit_of(w, over);
  if (count == w.npus) return 0;
  return 1 + static_cast<int>(over) * w.npus + rank / (stride * count) * stride + rank % stride;
}

class TextJob {
 public:
  TextJob(const TextWorkload& workload, int rank) : w_(workload), rank_(rank) {}

  std::vector<ChakraNode> nodes() {
    if (w_.stages > 1) {
      go_through_pipeline();
      return std::move(nodes_);
    }
    go_forward();
    if (w_.loop == TextLoop::distributed_inference) return std::move(nodes_);
    const bool weights_first = w_.loop == TextLoop::data || w_.loop == TextLoop::micro || is_dlrm();
    for (std::size_t layer = w_.layers.size(); layer-- > 0;) {
      weights_first ? go_back_weights_first(layer) : go_back(layer);
    }
    return std::move(nodes_);
  }

 private:
  using Ids = std::vector<std::uint64_t>;

  bool is_dlrm() const {
    return w_.loop == TextLoop::hybrid_dlrm || w_.loop == TextLoop::hybrid_dlrm_enhanced;
  }

  ChakraNode& add(const std::string& name, const Ids& after, std::int64_t ns = -1) {
    constexpr std::int64_t kNsPerMicro = 1000;
    constexpr std::size_t kMostNodes = std::size_t{1} << 22;
    if (nodes_.size() == kMostNodes) {  // layers that go forward again may be many
      config::Place{w_.source, ""}.fail(fmt::format("at most {} nodes of a rank", kMostNodes),
                                        "more");
    }
    ChakraNode& node = nodes_.emplace_back();
    node.id = nodes_.size() - 1;
    node.name = name;
    node.ctrl_deps = after;
    node.type = ns < 0 ? ChakraNodeType::comm_coll : ChakraNodeType::comp;
    if (ns < 0) return node;
    node.duration_micros = static_cast<std::uint64_t>((ns + kNsPerMicro / 2) / kNsPerMicro);
    node.attributes.push_back(attribute("duration_ns", AttributeType::int64, ns));
    return node;
  }

  void compute(const TextLayer& layer, const char* pass, std::int64_t ns) {
    if (ns > 0) now_ = {add(layer.name + pass, now_, ns).id};
  }

  // The collective and the update behind it: what waits for both waits for these.
  Ids collective(const TextLayer& layer, const char* pass, const TextPart& part) {
    const bool by_dimension = part.over == TextOver::first || part.over == TextOver::others;
    const int size = by_dimension ? 0 : digit_of(w_, part.over).count;
    if (!part.kind || size == 1 || part.over == TextOver::nobody) return now_;
    const std::string name = layer.name + pass + " " + name_of(*part.kind);
    ChakraNode& node = add(name, now_);
    const bool gathers = *part.kind == ChakraCollective::all_gather && w_.counts_results();
    const std::int64_t bytes = gathers ? (part.bytes + size - 1) / size : part.bytes;
    node.attributes = {
        attribute("comm_size", AttributeType::int64, bytes),
        attribute("comm_type", AttributeType::int64, static_cast<std::int64_t>(*part.kind))};
    const int group = by_dimension ? 0 : group_of(w_, part.over, rank_);
    if (group != 0) {
      node.attributes.push_back(attribute("pg_name", AttributeType::string, std::to_string(group)));
    }
    if (by_dimension) {
      auto& flags = node.attributes.emplace_back();
      flags = {"involved_dim", "", static_cast<int>(AttributeType::bool_) + 1, {}};
      for (std::size_t d = 0; d < kDimensions; ++d) {
        flags.values.emplace_back(std::uint64_t{(d == 0) == (part.over == TextOver::first)});
      }
    }
    const Ids end = {node.id};
    if (layer.update_ns == 0) return end;
    ChakraNode& update = add(name + " update", end, layer.update_ns);
    update.attributes.push_back(
        attribute("occupies_nothing", AttributeType::bool_, std::uint64_t{1}));
    return {update.id};
  }

  void wait_for(const Ids& ids) {
    now_.insert(now_.end(), ids.begin(), ids.end());
    std::sort(now_.begin(), now_.end());
    now_.erase(std::unique(now_.begin(), now_.end()), now_.end());
  }

  void forward(const TextLayer& layer) {
    compute(layer, " fwd", layer.forward.compute_ns);
    now_ = collective(layer, " fwd", layer.forward);
  }

  void go_forward() {
    Ids embeddings;
    for (std::size_t i = 0; i < w_.layers.size(); ++i) {
      const TextLayer& layer = w_.layers[i];
      if (!is_dlrm()) {
        forward(layer);
        continue;
      }
      compute(layer, " fwd", layer.forward.compute_ns);
      const Ids end = collective(layer, " fwd", layer.forward);
      if (i == 0) embeddings = end;
      if (static_cast<int>(i) == w_.last_bottom) wait_for(embeddings);
    }
  }

  void go_back(std::size_t i) {
    const TextLayer& layer = w_.layers[i];
    std::size_t again = i;
    while (layer.recomputes && !w_.layers[again].is_checkpoint) --again;
    for (; again < i; ++again) forward(w_.layers[again]);
    compute(layer, " ig", layer.input.compute_ns);
    const bool blocks = w_.is_transformer();
    const Ids end = blocks || i > 0 ? collective(layer, " ig", layer.input) : now_;
    if (blocks) now_ = end;
    compute(layer, " wg", layer.weight.compute_ns);
    collective(layer, " wg", layer.weight);
    if (!blocks) wait_for(end);
  }

  // A virtual stage has its part of a micro-batch's layers.
  void go_through_pipeline() {
    const int stage = rank_ / w_.stage_npus(), last = w_.stages * w_.chunks - 1;
    const std::size_t size = w_.end - w_.begin, chunks = base::index(w_.chunks);
    const std::size_t behind = w_.begin + size * base::index(w_.micro_batches);
    const auto passes = workload::passes_of(workload::PipelineSchedule::one_f_one_b, stage,
                                            w_.stages, w_.micro_batches, w_.chunks);
    for (std::size_t i = 0; i < w_.begin; ++i) forward(w_.layers[i]);
    int left = w_.micro_batches * w_.chunks;  // forward passes
    for (const workload::Pass& pass : passes) {
      const std::size_t chunk = base::index(pass.chunk);
      const std::size_t begin = w_.begin + size * chunk / chunks;
      const std::size_t end = w_.begin + size * (chunk + 1) / chunks;
      const int place = pass.chunk * w_.stages + stage;
      const bool ahead = pass.kind == workload::PassKind::forward;
      if (place != (ahead ? 0 : last)) receive(place, ahead, pass.micro_batch);
      for (std::size_t i = begin; ahead && i < end; ++i) forward(w_.layers[i]);
      for (std::size_t i = end; !ahead && i-- > begin;) go_back(i);
      if (place != (ahead ? last : 0)) send(place, ahead, pass.micro_batch);
      if (!ahead || --left > 0) continue;
      for (std::size_t i = behind; i < w_.layers.size(); ++i) forward(w_.layers[i]);
      for (std::size_t i = w_.layers.size(); i-- > behind;) go_back(i);
    }
    for (std::size_t i = w_.begin; i-- > 0;) go_back(i);
  }

  ChakraNode& message(int place, bool ahead, int micro_batch, bool sends, const Ids& after) {
    const int step = ahead == sends ? 1 : w_.stages - 1;
    const int peer = (rank_ + step * w_.stage_npus()) % w_.npus;
    const int to = sends ? place + (ahead ? 1 : -1) : place;
    const std::int64_t tag =
        (std::int64_t{to} * 2 + (ahead ? 0 : 1)) * w_.micro_batches + micro_batch;
    ChakraNode& node = add(fmt::format("{} {} of {}", sends ? "send" : "receive",
                                       ahead ? "activations" : "gradients", micro_batch),
                           after);
    node.type = sends ? ChakraNodeType::comm_send : ChakraNodeType::comm_recv;
    const auto number = [](const char* name, std::int64_t value) {
      return attribute(name, AttributeType::int64, value);
    };
    node.attributes = {number("comm_size", w_.boundary), number("comm_src", sends ? rank_ : peer),
                       number("comm_dst", sends ? peer : rank_), number("comm_tag", tag)};
    return node;
  }
  void send(int place, bool ahead, int micro_batch) {
    message(place, ahead, micro_batch, true, now_);
  }
  void receive(int place, bool ahead, int micro_batch) {
    received_ = {message(place, ahead, micro_batch, false, received_).id};
    wait_for(received_);
  }

  void go_back_weights_first(std::size_t i) {
    const TextLayer& layer = w_.layers[i];
    compute(layer, " wg", layer.weight.compute_ns);
    collective(layer, " wg", layer.weight);
    if (i == 0) return;
    compute(layer, " ig", layer.input.compute_ns);
    if (is_dlrm() && static_cast<int>(i) == w_.last_bottom + 1) {
      collective(w_.layers[0], " ig", w_.layers[0].input);
    }
  }

  const TextWorkload& w_;
  int rank_;
  Ids now_;       // what the next operation waits for
  Ids received_;  // the last message
  std::vector<ChakraNode> nodes_;
};

}  // namespace

std::map<int, std::vector<int>> text_groups(const TextWorkload& workload) {
  std::map<int, std::vector<int>> groups;
  for (const TextLayer& layer : workload.layers) {
    for (const TextPart* part : {&layer.forward, &layer.input, &layer.weight}) {
      const Digit digit = digit_of(workload, part->over);
      const bool is_group = part->kind && digit.count > 1 && digit.count < workload.npus;
      if (!is_group || groups.count(group_of(workload, part->over, 0)) > 0) continue;
      for (int rank = 0; rank < workload.npus; ++rank) {
        groups[group_of(workload, part->over, rank)].push_back(rank);
      }
    }
  }
  return groups;
}

ChakraTrace text_trace(const TextWorkload& workload, int rank) {
  ChakraTrace trace;
  trace.source = fmt::format("{}, rank {}", workload.source, rank);
  trace.metadata.version = "0.0.4";
  trace.nodes = TextJob(workload, rank).nodes();
  return trace;
}

}  // namespace jacquard::interop
