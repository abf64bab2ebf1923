// SPDX-License-Identifier: Apache-2.0
#include "sim/train/remedies.hpp"

namespace jacquard::train {
namespace {

constexpr double kSmall = 262'144;  // bytes, below which a message is mostly latency
constexpr double kFull = 0.95;      // of the peak: no shape of a product gives more
constexpr double kHalf = 0.5;       // of the peak
constexpr double kMostlyHidden = 0.5;

bool has(const std::string& text, const char* part) { return text.find(part) != text.npos; }

std::string of_tp(const Waited& w, const std::string& parallel) {
  const bool slices = has(parallel, "tp_slices=");
  if (has(parallel, "async_tp=true")) return "A faster node, a smaller tp, or longer sequences.";
  if (w.bytes < kSmall) {
    return "Larger messages: micro-batches of more sequences, or a smaller tp; these are latency.";
  }
  if (slices) return "Another number of slices (--overlap meshslice:auto), or a smaller tp.";
  return "async_tp=true or --overlap meshslice:auto (beside the products), a faster node, or a "
         "smaller tp.";
}

std::string of_weights(const Waited& w, const std::string& parallel) {
  if (w.hidden > kMostlyHidden) {
    return "Gather further ahead (prefetch), or products that hide more: larger micro-batches.";
  }
  if (has(parallel, "zero=3")) {
    return "Gather once a step and not in each pass (zero=2), or fewer, larger micro-batches.";
  }
  return "Weights that are not shared out (zero=0 or 1), or a faster network between replicas.";
}

std::string of_gradients(const Waited& w, const std::string& parallel) {
  if (has(parallel, "overlap=false")) return "Reduce beside the backward pass (overlap=true).";
  if (has(parallel, "zero=2") || has(parallel, "zero=3")) {
    return "Reduce once a step and not for each micro-batch (zero=1), or halve its bytes "
           "(gradient_type=bf16).";
  }
  return w.hidden > kMostlyHidden
             ? "The last layer's reduction waits for nothing: halve its bytes (gradient_type=bf16)."
             : "More sequences for each step (a larger batch), or halve its bytes "
               "(gradient_type=bf16).";
}

bool is_of(const std::string& operation, const char* part) { return operation.rfind(part, 0) == 0; }

}  // namespace

std::string remedy_of(const Waited& w, const std::string& parallel) {
  if (w.axes == "tp") return of_tp(w, parallel);
  if (w.axes == "pp") {
    return has(parallel, "virtual_stages=")
               ? "A faster link between stages, larger micro-batches, or fewer virtual stages."
               : "A faster link between stages, or larger micro-batches.";
  }
  if (w.axes == "ep") {
    return w.bytes < kSmall
               ? "More tokens for each exchange: larger micro-batches, or a smaller ep."
               : "Experts nearer to each other (placement), or a smaller ep.";
  }
  if (w.axes == "cp") return "A smaller cp, or cp within the node (placement).";
  if (is_of(w.operation, "weight_gather")) return of_weights(w, parallel);
  if (is_of(w.operation, "gradient_reduce")) return of_gradients(w, parallel);
  return "Larger micro-batches, less sharding (zero), deeper prefetch, or a faster network.";
}

std::string remedy_of_products(const std::string& operation, const std::string& phase,
                               double of_peak, const std::string& parallel) {
  if (phase == "backward" && has(parallel, "recompute=full")) {
    return "Compute less again: recompute=selective, where memory has room.";
  }
  if (phase == "decode") return "More sequences at once: each step reads all weights for few rows.";
  if (operation == "attention") {
    return of_peak < kHalf
               ? "A better attention kernel; longer sequences or more heads on an NPU (a smaller "
                 "tp) fill it."
               : "Fewer tokens a sequence, or cp: its work grows with their square.";
  }
  if (operation == "experts" && of_peak < kHalf) {
    return "More tokens for each expert: larger micro-batches, or a smaller ep.";
  }
  if (operation == "logits" && of_peak >= kHalf) {
    return "A last stage of fewer layers (uneven=edges), or a larger tp: it splits the vocabulary.";
  }
  if (of_peak < kHalf) return "Larger products: a smaller tp, larger micro-batches.";
  if (of_peak < kFull) {
    return "Products of fuller tiles (larger micro-batches), narrower numbers (--type fp8), or a "
           "faster device.";
  }
  return "Narrower numbers (--type fp8), a faster device, or fewer operations.";
}

std::string remedy_of_memory(const std::string& operation, const std::string& parallel) {
  if (operation == "optimizer") {
    const bool shared = has(parallel, "zero=");
    return shared ? "A larger batch: it runs once a step. Or faster memory."
                  : "Share it out among replicas (zero=1), or a larger batch: it runs once a step.";
  }
  if (operation == "gradient_sum") return "Fewer, larger micro-batches: it runs for each.";
  if (operation == "recompute")
    return "Compute less again (recompute=none), where memory has room.";
  if (operation == "cast") return "Keep narrow weights instead of casting (quantised_parameters).";
  if (has(operation, "norm") || operation == "residual" || operation == "activation") {
    return "Fewer rows on an NPU: a larger tp (sequence_parallel) or cp. Or faster memory.";
  }
  if (operation == "loss" || operation == "embedding") {
    return "A larger tp, which splits the vocabulary, or faster memory.";
  }
  return "Faster memory, or less of it: shard more (zero, tp), recompute less.";
}

}  // namespace jacquard::train
