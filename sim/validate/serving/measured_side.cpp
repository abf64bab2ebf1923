// SPDX-License-Identifier: Apache-2.0
#include "sim/validate/serving/measured_side.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "jacquard/serve/engine_defaults.hpp"
#include "jacquard/serve/precision_words.hpp"
#include "jacquard/workload/model_name.hpp"
#include "sim/validate/given.hpp"
#include "sim/validate/serving/benchmark_scripts.hpp"
#include "sim/validate/words.hpp"

namespace jacquard::validate {
namespace {

using workload::NumberType;

constexpr int kMost = 1 << 30;
constexpr int kFirstAhead = 14;  // vLLM 0.14 plans steps ahead by default

config::Place place_of(const CsvRow& row, const std::string& column) {
  return {row.place().source, row.place().where + ", column " + column};
}

// A table's first column that names the system.
std::string system_word(const CsvRow& row) {
  for (const char* column : {"system", "gpu", "device"}) {
    const std::string word = given(row, column);
    if (!word.empty()) return word;
  }
  row.fail(row.has("gpu") ? "gpu" : "system", "a system such as h100_sxm");
}

// Words of engines and of AIConfigurator's tables beside ours. Eight bits are as wide in whole
// numbers as in fp8.
struct QuantWord {
  const char* word;
  NumberType type;
};
constexpr QuantWord kQuantWords[] = {
    {"fp4", NumberType::nvfp4},      {"mxfp4", NumberType::w4a16},
    {"int4", NumberType::int4},      {"w4a16", NumberType::int4},
    {"awq", NumberType::int4},       {"gptq", NumberType::int4},
    {"w4afp8", NumberType::int4},    {"w4a8_mxfp4_mxfp8", NumberType::nvfp4},
    {"fp8_static", NumberType::fp8}, {"fp8_ootb", NumberType::fp8},
    {"fp8_block", NumberType::fp8},  {"int8", NumberType::fp8},
    {"int8_wo", NumberType::fp8},    {"sq", NumberType::fp8},
};

// Experts of fp8 checkpoints are published in blocks of 128 x 128 (DeepSeek, Qwen3, MiniMax).
NumberType type_named(const CsvRow& row, const std::string& column, std::string word,
                      bool experts) {
  if (word.empty()) return NumberType::bf16;
  for (char& c : word) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  auto type = type_of(word);
  for (const QuantWord& known : kQuantWords) {
    if (known.word == word) type = known.type;
  }
  if (!type) row.fail(column, "bf16, fp8, fp8_block, nvfp4, mxfp4 or int4");
  return experts && type == NumberType::fp8 ? NumberType::fp8_block : *type;
}

serve::Precision precision_of(const CsvRow& row, const workload::Model& model,
                              cost::Software software) {
  std::string all = given(row, "precision");
  if (all.empty()) all = workload::precision_in_name(given(row, "model"));
  const auto word = [&](const char* column) {
    const std::string own = given(row, column);
    return own.empty() ? all : own;
  };
  serve::Precision p;
  p.weights = type_named(row, "gemm_quant", word("gemm_quant"), false);
  p.experts = type_named(row, "moe_quant", word("moe_quant"), true);
  // gpt-oss is published with experts in mxfp4 and all else in bf16, whatever a table calls that.
  if (plain(model.name).rfind("gptoss", 0) == 0) p = {NumberType::bf16, NumberType::w4a16, p.kv};
  // Checkpoints in fp8 whose scales are of blocks, whatever a table calls them (DeepSeek, Qwen3).
  if (p.weights == NumberType::fp8 &&
      serve::published_precision(model).weights == NumberType::fp8_block) {
    p.weights = NumberType::fp8_block;
  }
  // Checkpoints for TensorRT-LLM have keys and values in fp8 where weights are.
  const bool small = workload::bytes_per_value(p.weights) <= 1;
  if (software == cost::Software::trtllm && small) p.kv = NumberType::fp8;
  return p;
}

bool plans_ahead(const CsvRow& row, cost::Software software) {
  if (software != cost::Software::vllm || is_inferencex(row)) return true;
  const std::string version = given(row, "backend_version");
  if (version.rfind("0.", 0) != 0) return true;
  return std::atoi(version.c_str() + 2) >= kFirstAhead;
}

// Rows of InferenceX whose experts lie in k x k parts of k x k NPUs have k NPUs, which the table
// multiplied by themselves: DeepSeek's rows with tp 64 have the times of those with tp 8.
void undo_square(const CsvRow& row, serve::Deployment& d, int expert_tp, int expert_ep) {
  const bool square = expert_tp > 1 && expert_tp == expert_ep;
  if (!square || !is_inferencex(row) || d.tp * d.attention_dp != expert_tp * expert_ep) return;
  (d.attention_dp == 1 ? d.tp : d.attention_dp) /= expert_ep;
}

// Tables differ in what they count. Where experts' parts multiply to tp x attention_dp, that is how
// many NPUs there are, but where both are equal: rows of InferenceX then have tp NPUs, and run as
// those without attention_dp do. Where the parts multiply to tp, groups of attention share tp NPUs.
void settle_degrees(serve::Deployment& d, int expert_tp, int expert_ep) {
  if (!d.model.has_experts()) {
    if (d.attention_dp == d.tp) d.attention_dp = 1;
    return;
  }
  const int parts = std::max(1, expert_tp) * std::max(1, expert_ep);
  if (d.attention_dp == 1 && parts > d.tp && parts % d.tp == 0) d.attention_dp = parts / d.tp;
  if (d.attention_dp > 1 && parts == d.tp) {
    const int npus = d.tp;
    d.attention_dp = std::min(d.attention_dp, npus);
    d.tp = std::max(1, npus / d.attention_dp);
  } else if (d.attention_dp > 1 && d.attention_dp == d.tp) {
    d.attention_dp = 1;
  }
  const int npus = d.npus_of_a_stage();
  const bool said = expert_tp > 0 && expert_ep > 0 && expert_tp * expert_ep == npus;
  d.expert_ep = said ? expert_ep : expert_ep > 1 ? npus : 1;
  d.expert_tp = npus / d.expert_ep;
}

}  // namespace

int number_or(const CsvRow& row, const std::string& column, int otherwise) {
  const auto number = given_number(row, column);
  if (!number) return otherwise;
  if (*number != std::floor(*number) || *number > kMost) {
    row.fail(column, "a whole number in 0..2^30");
  }
  return static_cast<int>(*number);
}

RowNouns nouns_of(const CsvRow& row) {
  RowNouns nouns;
  nouns.model = workload::named_model(given(row, "model"), place_of(row, "model"));
  nouns.system = serve::system_named(system_word(row), place_of(row, "system"));
  const std::string backend = given(row, "backend");
  nouns.software = backend.empty() ? cost::Software::trtllm : software_of(backend);
  nouns.precision = precision_of(row, nouns.model, nouns.software);
  nouns.plans_ahead = plans_ahead(row, nouns.software);
  return nouns;
}

MeasuredSide side_of(const CsvRow& row, const std::string& prefix, const RowNouns& nouns) {
  MeasuredSide side;
  serve::Deployment& d = side.deployment;
  d = serve::deployment_on(nouns.system);
  d.model = nouns.model;
  d.software = nouns.software;
  d.precision = nouns.precision;
  d.host = serve::host_times(nouns.software, nouns.plans_ahead);
  const auto degree = [&](const char* column) {
    return std::max(1, number_or(row, prefix + column, 1));
  };
  d.tp = degree("tp");
  d.pp = degree("pp");
  d.attention_dp = degree("attn_dp");
  const int expert_tp = number_or(row, prefix + "moe_tp", 0);
  const int expert_ep = number_or(row, prefix + "moe_ep", 0);
  undo_square(row, d, expert_tp, expert_ep);
  settle_degrees(d, expert_tp, expert_ep);
  d.redundant_experts = number_or(row, prefix + "redundant_experts", 0);
  d.two_batches = serve::usual_overlap(d);
  d.drafts.tokens = number_or(row, "mtp", 0);
  d.drafts.acceptance = given_number(row, "acceptance").value_or(0);
  if (d.drafts.acceptance > 1) row.fail("acceptance", "a share of drafts, up to 1");
  if (d.drafts.tokens > 0 && d.drafts.acceptance == 0) {
    row.fail("acceptance", "the share of drafts that are right, as mtp is above 0");
  }
  side.workers = degree("workers");
  side.batch = number_or(row, prefix.empty() ? "batch_size" : prefix + "batch", 0);
  return side;
}

}  // namespace jacquard::validate
