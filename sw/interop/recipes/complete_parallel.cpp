// SPDX-License-Identifier: Apache-2.0
// What a recipe says of its step and of how the model is spread.
#include <fmt/format.h>

#include <algorithm>

#include "jacquard/interop/recipes/draft.hpp"
#include "jacquard/interop/recipes/layers_text.hpp"

namespace jacquard::interop::recipes {
namespace {

using config::Json;

bool is_titan(const Draft& d) { return d.framework == Framework::torchtitan; }

int degree(const Draft& d, const std::string& ours, int otherwise = 1) {
  const int n = d.number(ours, otherwise);
  if (n < 1 || n > 1 << 15) d.place(ours).fail("1 to 2^15", std::to_string(n));
  return n;
}

[[noreturn]] void fail_word(const Draft& d, const std::string& ours, const std::string& expected) {
  d.place(ours).fail(expected, d.text(ours));
}

// Experts lie over tp where it does not split them, then over cp, then over replicas.
void spread_experts(Draft& d, int tp, int cp) {
  int parts = degree(d, "/x/expert_parts");
  const int expert_tp = degree(d, "/x/expert_tp", is_titan(d) && parts > 1 ? 1 : tp);
  if (!d.has("/model/experts/count")) return;
  if (expert_tp != tp && expert_tp != 1) {
    d.place("/x/expert_tp")
        .fail(fmt::format("1, or the tensor parallelism of {}", tp), std::to_string(expert_tp));
  }
  Json fold = Json::array();
  const auto take = [&](const char* axis, int size) {
    if (size == 1) return;
    if (parts % size != 0) {
      d.place("/x/expert_parts")
          .fail(fmt::format("a multiple of the {} of {}, over which experts lie first", size, axis),
                std::to_string(d.number("/x/expert_parts", 1)));
    }
    parts /= size;
    fold.push_back(axis);
  };
  if (expert_tp < tp) take("tp", tp);
  if (parts > 1) take("cp", cp);
  d.at("/parallel/ep") = parts;
  if (!fold.empty()) d.at("/parallel/fold") = fold;
}

void spread(Draft& d, int npus) {
  const int tp = degree(d, "/parallel/tp"), pp = degree(d, "/parallel/pp");
  const int cp = degree(d, "/parallel/cp");
  spread_experts(d, tp, cp);
  const std::int64_t model = std::int64_t{tp} * cp * pp;
  if (model > 1 << 24) d.place("/parallel/tp").fail("at most 2^24 GPUs", std::to_string(model));
  const int replicate = degree(d, "/x/replicate"), shard = std::max(1, d.number("/x/shard", 1));
  const bool nodes = d.has("/x/nodes") || d.has("/x/node");
  const bool said = nodes || d.number("/x/shard", 0) > 0;
  const std::int64_t theirs = nodes ? std::int64_t{degree(d, "/x/nodes")} * degree(d, "/x/node")
                                    : model * replicate * shard;
  const int ep = d.number("/parallel/ep", 1);
  const std::int64_t all = npus > 0 ? npus : npus == 0 && said ? theirs : model * ep;
  if (all % (model * ep) != 0) {
    d.place(ep > 1 ? "/x/expert_parts" : "/parallel/tp")
        .fail(fmt::format("degrees that divide the {} GPUs", all),
              fmt::format("tensor {} x context {} x pipeline {}{}", tp, cp, pp,
                          ep > 1 ? fmt::format(" x {} for experts", ep) : ""));
  }
  d.at("/parallel/dp") = all / (model * ep);
  if (said && npus > 0 && theirs != npus) {
    d.notes.push_back(fmt::format("the file says {} GPUs, the system has {}: dp is {}", theirs,
                                  npus, all / model));
  }
}

// Layers of each virtual stage as torchtitan deals them out: embedding and logits count as one
// each.
std::vector<int> dealt_out(int layers, int parts) {
  std::vector<int> stages;
  for (int i = 0; i < parts; ++i) {
    stages.push_back((layers + 2) / parts + (i < (layers + 2) % parts ? 1 : 0));
  }
  --stages.front();
  --stages.back();
  return stages;
}

void stage(Draft& d) {
  const int pp = d.number("/parallel/pp", 1), layers = d.number("/model/layers", 0);
  if (pp == 1) return;
  const bool edges = d.flag("/x/embedding_counts") && d.flag("/x/loss_counts");
  int parts = degree(d, "/x/virtual");
  const std::string schedule = d.text("/x/schedule", "1F1B");
  const bool loops = schedule == "Interleaved1F1B";
  const bool v = schedule == "ZBVZeroBubble";
  if (loops || v) parts = 2;
  if (d.has("/x/layers_per_part"))
    parts = std::max(1, (layers + (edges ? 2 : 0)) / pp / degree(d, "/x/layers_per_part"));
  if (schedule == "GPipe") d.at("/parallel/schedule") = "gpipe";
  if (schedule.find("ZeroBubble") != std::string::npos) {
    d.at("/parallel/schedule") = v ? "zb-v" : "zero-bubble";
  }
  if (!d.has("/parallel/schedule") && !loops && schedule != "1F1B")
    fail_word(d, "/x/schedule", "1F1B, Interleaved1F1B, GPipe or a zero-bubble schedule");
  std::vector<int> stages;
  if (d.has("/x/layout")) {
    stages = stages_of_layout(d.text("/x/layout"), d.place("/x/layout"));
    parts = static_cast<int>(stages.size()) / pp;
  } else if (d.has("/x/first") || d.has("/x/last")) {
    const int ends = (d.has("/x/first") ? 1 : 0) + (d.has("/x/last") ? 1 : 0);
    const int first = d.number("/x/first", 0), last = d.number("/x/last", 0);
    const int rest = pp > ends ? (layers - first - last) / (pp - ends) : 0;
    for (int i = 0; i < std::min(pp * parts, layers); ++i) {
      const int p = i % pp;
      stages.push_back((p == 0 && first > 0       ? first
                        : p == pp - 1 && last > 0 ? last
                                                  : rest) /
                       parts);
    }
  } else if (is_titan(d) && layers >= pp * parts && layers % (pp * parts) != 0) {
    stages = dealt_out(layers, pp * parts);
  } else if (edges) {
    d.at("/parallel/uneven") = "edges";
  }
  if (!stages.empty()) d.at("/parallel/stages") = stages;
  if (parts > 1 && !v) {
    d.at("/parallel/schedule") = "interleaved";
    d.at("/parallel/virtual_stages") = parts;
  }
}

void batch(Draft& d) {
  if (!is_titan(d) && d.has("/parallel/micro_batch")) degree(d, "/parallel/micro_batch");
  const std::int64_t replicas =
      std::int64_t{d.number("/parallel/dp", 1)} * d.number("/parallel/ep", 1);
  if (is_titan(d)) {
    const int local = degree(d, "/x/local_batch", 8);
    const bool stages = d.number("/parallel/pp", 1) > 1;
    d.at("/parallel/micro_batch") = stages ? degree(d, "/x/stage_micro_batch") : local;
    if (d.number("/batch", -1) < 1) d.at("/batch") = local * replicas;
    if (!d.has("/sequence")) d.at("/sequence") = 2048;
    return;
  }
  if (!d.has("/batch") && d.has("/x/batches")) {  // "0:384 200B:768": the last
    const std::string last = d.words("/x/batches").back();
    d.at("/batch") = first_number(last.substr(last.rfind(':') + 1));
  }
  if (!d.has("/batch")) d.at("/batch") = degree(d, "/parallel/micro_batch") * replicas;
}

void share_out(Draft& d) {
  int zero = d.flag("/x/sharded", d.framework == Framework::nemo && !d.has("/x/optimizer")) ? 1 : 0;
  if (d.text("/x/optimizer").rfind("distributed", 0) == 0) zero = 1;
  if (d.flag("/x/fsdp")) {
    const std::string strategy = d.text("/x/strategy", "no_shard");
    zero = strategy == "optim_grads_params" ? 3
           : strategy == "optim_grads"      ? 2
           : strategy == "optim"            ? 1
                                            : 0;
  }
  if (is_titan(d)) {
    const int replicate = d.number("/x/replicate", 1);
    const std::string reshard = d.text("/x/reshard", "default");
    const bool kept =
        reshard == "never" || (reshard == "default" && d.number("/parallel/pp", 1) > 1);
    zero = d.number("/x/shard", -1) == 1 ? 0 : kept ? 2 : 3;
    if (replicate > 1 && zero > 0)
      d.notes.push_back(
          fmt::format("weights are sharded over all replicas, not over {} groups", replicate));
    d.at("/framework") = "torchtitan";
  } else {
    const bool nemo = d.framework == Framework::nemo;
    if (!d.has("/parallel/overlap")) d.at("/parallel/overlap") = nemo;
    d.at("/parallel/sequence_parallel") =
        d.number("/parallel/tp", 1) == 1 || d.flag("/parallel/sequence_parallel", nemo);
  }
  d.at("/parallel/zero") = zero;
}

// In our word.
std::string recomputed(Draft& d) {
  std::string how = "none";
  if (is_titan(d)) {
    const std::string mode = d.text("/x/recompute", "selective"),
                      option = d.text("/x/recompute_option", "op");
    if (mode != "none" && mode != "full" && mode != "selective")
      fail_word(d, "/x/recompute", "none, selective or full");
    how = mode == "selective" ? "alternate" : mode;
    if (mode == "selective" && option != "op")
      d.notes.push_back("selective_ac_option " + option + " is taken as op");
    return how;
  }
  const std::string granularity =
      d.text("/x/granularity", d.flag("/x/recompute_activations") ? "selective" : "none");
  if (granularity == "full") {
    how = "full";
    const int layers = d.number("/x/recompute_layers", 1);
    if (d.text("/x/method") == "block" || layers > 1)
      d.notes.push_back(
          fmt::format("every layer is computed again from its own input, not {} of {} layers",
                      d.text("/x/method", "uniform"), layers));
  } else if (granularity == "selective") {
    how = "core_attn";
    std::string others;
    for (const std::string& module : d.words("/x/modules")) {
      if (module == "moe")
        how = "moe";
      else if (module == "layernorm" || module == "moe_act")
        how = how == "moe" ? how : "selective";
      else if (module != "core_attn")
        others += (others.empty() ? "" : ", ") + module;
    }
    if (!others.empty()) d.notes.push_back("recompute_modules that are not followed: " + others);
    if (!others.empty() && how == "core_attn") how = "none";
  } else if (granularity != "none") {
    fail_word(d, "/x/granularity", "full or selective");
  }
  return how;
}

// Throws ConfigError where the file says another word.
void require_word(const Draft& d, const std::string& ours, const std::vector<std::string>& words) {
  const std::vector<std::string> said = d.words(ours);
  if (said.empty() || std::find(words.begin(), words.end(), said[0]) != words.end()) return;
  fail_word(d, ours, fmt::format("{}", fmt::join(words, ", ")));
}

void require_words(const Draft& d) {
  const auto has = [](const std::string& word, std::initializer_list<const char*> parts) {
    return std::any_of(parts.begin(), parts.end(),
                       [&](const char* part) { return word.find(part) != std::string::npos; });
  };
  require_word(d, "/x/strategy", {"no_shard", "optim", "optim_grads", "optim_grads_params"});
  require_word(d, "/x/reshard", {"default", "always", "never"});
  require_word(d, "/x/fp8", {"hybrid", "e4m3", "true", "false"});
  if (is_titan(d)) require_word(d, "/x/precision", {"bfloat16", "float32"});
  if (!is_titan(d) && d.has("/x/precision") && !has(d.text("/x/precision"), {"16", "32", "fp8"}))
    fail_word(d, "/x/precision", "numbers such as bf16_mixed, bf16_with_mxfp8_mixed or 32");
  for (const std::string& converter : d.words("/x/converters")) {
    if (!has(converter, {"float8", "mx"}))
      d.place("/x/converters").fail("converters to float8 or mx", '"' + converter + '"');
  }
}

void numbers(Draft& d) {
  require_words(d);
  const std::string fp8 = d.text("/x/fp8"), recipe = d.text("/x/fp8_recipe"),
                    precision = d.text("/x/precision");
  const auto in = [](const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
  };
  const std::string converters = d.text("/x/converters");
  const bool below = (!fp8.empty() && fp8 != "false") || in(precision, "fp8") ||
                     in(converters, "float8") || in(converters, "mx");
  const bool blocks = in(recipe, "block") || in(recipe, "mxfp8") || in(precision, "mxfp8") ||
                      in(precision, "subchannel") || in(converters, "mx");
  const bool usual = d.framework != Framework::megatron &&
                     (precision.empty() ? !d.has("/x/bf16") : !in(precision, "32"));
  const bool half = d.flag("/x/bf16") || d.flag("/x/fp16") || usual;
  d.at("/type") = below ? (blocks ? "fp8_block" : "fp8") : half ? "bf16" : "fp32";
  d.at("/gradient_type") = d.flag("/x/gradients_bf16") || d.flag("/x/fp16") ? "bf16" : "fp32";
}

}  // namespace

void complete_parallel(Draft& d, int npus) {
  spread(d, npus);
  stage(d);
  batch(d);
  share_out(d);
  // A file that says nothing leaves it to the software.
  if (const std::string how = recomputed(d); how != "none") d.at("/parallel/recompute") = how;
  numbers(d);
}

}  // namespace jacquard::interop::recipes
