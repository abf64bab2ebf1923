// SPDX-License-Identifier: Apache-2.0
// A table of training steps as their publishers state them: Megatron's degrees.
#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/workload/uneven_stages.hpp"
#include "sim/validate/cluster_of.hpp"
#include "sim/validate/given.hpp"
#include "sim/validate/model_of_row.hpp"
#include "sim/validate/software_of_row.hpp"
#include "sim/validate/training_data.hpp"

namespace jacquard::validate {
namespace {

using workload::NumberType;
using workload::Recompute;

bool begins(const std::string& word, const char* with) { return word.rfind(with, 0) == 0; }

NumberType type_of_row(const CsvRow& row) {
  const std::string word = plain(given(row, "precision"));
  if (word.empty() || begins(word, "bf16") || begins(word, "fp16") || word == "bfloat16" ||
      word == "float16" || word == "half") {
    return NumberType::bf16;
  }
  // Blocks of DeepSeek-V3's kind; MXFP8 has a scale for each 32 values, in hardware.
  if (begins(word, "fp8block") || begins(word, "fp8sc") || begins(word, "fp8sub")) {
    return NumberType::fp8_block;
  }
  if (begins(word, "fp8") || begins(word, "mxfp8") || begins(word, "float8")) {
    return NumberType::fp8;
  }
  if (word.find("fp4") != std::string::npos) return NumberType::nvfp4;
  if (word == "fp32" || word == "float32" || word == "tf32") return NumberType::fp32;
  row.fail("precision", "bf16, fp16, fp8, mxfp8, fp8_block, nvfp4 or fp32");
}

// Nothing where the row says nothing: then the software decides.
std::optional<Recompute> recompute_of_row(const CsvRow& row) {
  const std::string word = plain(given(row, "recompute"));
  if (word.empty()) return std::nullopt;
  if (word == "no" || word == "0" || word == "00" || word == "false" || word == "off") {
    return Recompute::none;
  }
  if (begins(word, "full") || word == "1" || word == "10" || word == "true" || word == "yes" ||
      word == "uniform" || word == "block" || word == "all" || begins(word, "layer")) {
    return Recompute::full;
  }
  const auto has = [&word](std::initializer_list<const char*> parts) {
    return std::any_of(parts.begin(), parts.end(),
                       [&](const char* part) { return word.find(part) != std::string::npos; });
  };
  // Megatron-core's selective is core_attn, unless modules are named.
  const std::size_t moe = word.find("moe");
  if (moe != std::string::npos && word.compare(moe, 6, "moeact") != 0) return Recompute::experts;
  if (has({"moe", "mla", "norm", "mlp", "swiglu"})) return Recompute::selective;
  if (has({"sel", "attn", "attention", "core"})) return Recompute::core_attention;
  row.fail("recompute", "none, full or selective");
}

bool is_ampere(const CsvRow& row) {
  return plain(given(row, "device")).find("a100") != std::string::npos;
}

// ZeRO-3 on Hopper and later is fully_shard's. Blackwell multiplies fp8 with one scale a tensor
// along either side, so that weights need no transposed copy; MXFP8 does.
void set_memory_rules(const CsvRow& row, train::TrainConfig& job) {
  if (job.parallel.zero == 3 && !is_ampere(row)) job.framework = workload::Framework::torchtitan;
  const std::string device = plain(given(row, "device"));
  const bool blackwell =
      device.find("b200") != std::string::npos || device.find("b300") != std::string::npos;
  const bool blocks = plain(given(row, "precision")).find("mx") != std::string::npos;
  if (blackwell && job.type == NumberType::fp8 && !blocks) job.quantised_copies = 1;
}

// Where modules that predict further tokens follow, the last virtual stage has fewest layers
// (Megatron-Bridge's layouts of DeepSeek-V3).
std::vector<int> stages_before_modules(int layers, int parts) {
  const int most = (layers + parts - 1) / parts;
  std::vector<int> stages(base::index(parts), most);
  stages.back() = layers - most * (parts - 1);
  return stages.back() < 0 ? workload::uneven_stages(layers, parts) : stages;
}

void set_stages(const CsvRow& row, train::TrainConfig& job, int micro_batches) {
  const workload::Model& model = job.model;
  workload::Parallelism& p = job.parallel;
  p.virtual_stages = given_count(row, "vp").value_or(1);
  // Newer releases interleave any number of micro-batches, ours a multiple of pp.
  if (p.pp == 1 || micro_batches % p.pp != 0) p.virtual_stages = 1;
  if (p.virtual_stages > 1) p.schedule = workload::PipelineSchedule::interleaved;
  const std::int64_t parts = std::int64_t{p.pp} * p.virtual_stages;
  if (parts > model.layers + 2) {
    row.fail(p.virtual_stages > 1 ? "vp" : "pp",
             fmt::format("virtual stages for the {} layers", model.layers));
  }
  if (model.layers % parts == 0) return;
  const workload::SoftwareKeys keys =
      workload::keys_for(job.software, model.name, job.system.npu.device, job.type);
  if (keys.mtp_layers > 0) {
    p.stages = stages_before_modules(model.layers, static_cast<int>(parts));
  } else if ((model.layers + 2) % parts == 0) {
    p.uneven = workload::Uneven::edges;
  } else {
    p.stages = workload::uneven_stages(model.layers, static_cast<int>(parts));
  }
}

// GPUs = tp x pp x cp x dp, as Megatron counts: experts' ep lies within dp (and cp and tp).
void set_degrees(const CsvRow& row, workload::Parallelism& p, int& gpus) {
  p.tp = given_count(row, "tp").value_or(1);
  p.pp = given_count(row, "pp").value_or(1);
  p.cp = given_count(row, "cp").value_or(1);
  const auto given_gpus = given_count(row, "gpus");
  const auto given_dp = given_count(row, "dp");
  const int experts = given_count(row, "ep").value_or(1);  // some count dp beside it
  const double shared = double(p.tp) * p.pp * p.cp;
  constexpr double kMost = 1 << 24;
  if (shared > kMost) row.fail("tp", "tp x pp x cp of at most 2^24");
  if (!given_gpus && shared * given_dp.value_or(1) > kMost) row.fail("dp", "at most 2^24 GPUs");
  const int each = static_cast<int>(shared);
  gpus = given_gpus.value_or(each * given_dp.value_or(1));
  if (gpus % each != 0) {
    row.fail("gpus", fmt::format("a multiple of tp x pp x cp = {}", each));
  }
  p.dp = gpus / each;
  const bool beside_experts = given_dp && *given_dp * std::int64_t{experts} == p.dp;
  if (given_dp && *given_dp != p.dp && !beside_experts) {
    row.fail("dp", fmt::format("{}, which is gpus / (tp x pp x cp)", p.dp));
  }
}

void set_experts(const CsvRow& row, const workload::Model& model, workload::Parallelism& p) {
  const int ep = given_count(row, "ep").value_or(1);
  if (ep == 1) return;
  if (!model.has_experts()) row.fail("ep", "1 or nothing, as the model has no experts");
  using workload::Axis;
  int rest = ep;  // of ep, what is not within tp and cp
  if (p.tp > 1 && rest % p.tp == 0) {
    p.fold.push_back(Axis::tp);
    rest /= p.tp;
  }
  if (p.cp > 1 && p.dp % rest != 0 && rest % p.cp == 0) {
    p.fold.push_back(Axis::cp);
    rest /= p.cp;
  }
  if (p.dp % rest != 0) {
    row.fail("ep", fmt::format("a divisor of tp x cp x dp = {} that nests in them",
                               std::int64_t{p.tp} * p.cp * p.dp));
  }
  p.ep = rest;
  p.dp /= rest;
  if (p.cp > 1 && !p.folds(Axis::cp)) p.placement = {Axis::tp, Axis::ep, Axis::cp};
}

// ZeRO-3 of GPTs on A100 is taken for DeepSpeed's of 2021. We assume that it gathers the 12 tensors
// of a layer one by one, and none ahead. Each gather goes round all GPUs: of a node one hop to the
// next (14 us) and 7 within (3.4 us), in NCCL's simple protocol (src/graph/tuning.cc).
void gather_by_tensor(train::TrainConfig& job) {
  constexpr std::int64_t kTensors = 12;
  job.parallel.prefetch = 0;
  auto& latency = job.system.network.latency;
  if (latency.size() < 2) return;
  const std::int64_t within = 3'400'000 * std::int64_t{job.system.node - 1};
  latency.back() = base::Picoseconds{kTensors * (14'000'000 + within)};
}

train::TrainConfig job_of(const CsvRow& row) {
  train::TrainConfig job;
  const std::optional<Recompute> said = recompute_of_row(row);
  const Recompute recompute = said.value_or(Recompute::none);
  // Recomputation of attention, or of all, was for scores that FlashAttention no longer stores.
  const bool early = is_ampere(row) && recompute != Recompute::none;
  job.model = model_of_row(row, early);
  job.sequence = given_count(row, "seq").value_or(0);
  auto& p = job.parallel;
  int gpus = 1;
  set_degrees(row, p, gpus);
  set_experts(row, job.model, p);
  job.system = cluster_of(row, gpus);
  auto zero = given_number(row, "zero");
  if (zero && (*zero > 3 || *zero != static_cast<int>(*zero))) row.fail("zero", "0, 1, 2 or 3");
  // Replicas that share out weights, or none, as Megatron-Bridge has it.
  if (!zero && given_number(row, "fsdp").value_or(0) > 0) zero = 3;
  p.zero = zero ? static_cast<int>(*zero) : (is_ampere(row) ? 0 : 1);
  if (p.zero == 3 && is_ampere(row) && !job.model.gated) gather_by_tensor(job);
  p.recompute = said;
  const bool usual = p.tp > 1 && (!is_ampere(row) || recompute != Recompute::full);
  p.sequence_parallel = given_flag(row, "sequence_parallel").value_or(usual) && p.tp > 1;
  job.type = type_of_row(row);
  // Our async_tp hides more than torchtitan's published rows with and without it do. In bf16 rows
  // of others lie nearer to what waits; below, rows also travel in a byte (Transformer Engine).
  // nvfp4's kernels do not overlap (Megatron-Bridge's recipes: tp_comm_overlap is off).
  p.async_tp = p.sequence_parallel && !is_ampere(row) && bytes_per_value(job.type) < 2 &&
               job.type != NumberType::nvfp4;
  const auto batch = given_count(row, "global_batch");
  if (!batch) row.fail("global_batch", "the sequences of a step");
  job.batch = *batch;
  p.micro_batch = given_count(row, "micro_batch").value_or(p.zero == 3 ? 0 : 1);
  if (p.micro_batch == 0) p.micro_batches = 1;
  job.software = software_of_row(row);
  set_stages(row, job, job.batch / p.replicas() / std::max(1, p.micro_batch));
  set_memory_rules(row, job);
  job.ignore_memory = true;
  job.engine = "analytic";
  return job;
}

// Of a step, or by the tokens that a GPU takes in a second.
std::optional<double> seconds_of_row(const CsvRow& row, const train::TrainConfig& job) {
  const auto seconds = given_number(row, "measured_step_s");
  if (seconds && *seconds <= 0) row.fail("measured_step_s", "a number above 0");
  const auto tokens = given_number(row, "tokens_per_s_per_gpu");
  if (tokens && *tokens <= 0) row.fail("tokens_per_s_per_gpu", "a number above 0");
  if (seconds || !tokens) return seconds;
  const double sequence = job.sequence > 0 ? job.sequence : job.model.sequence;
  return job.batch * sequence / job.parallel.npus() / *tokens;
}

const std::vector<std::string>& columns() {
  static const std::vector<std::string> all = {"model",
                                               "hidden",
                                               "layers",
                                               "heads",
                                               "kv_heads",
                                               "ffn",
                                               "vocabulary",
                                               "device",
                                               "gpus",
                                               "precision",
                                               "global_batch",
                                               "micro_batch",
                                               "seq",
                                               "tp",
                                               "pp",
                                               "cp",
                                               "vp",
                                               "ep",
                                               "dp",
                                               "zero",
                                               "recompute",
                                               "sequence_parallel",
                                               "software",
                                               "release",
                                               "generation",
                                               "measured_step_s",
                                               "tokens_per_s_per_gpu",
                                               "measured_memory_bytes"};
  return all;
}

// Further columns are others' remarks, unless one is meant that is missing.
void require_no_typo(const CsvRow& row) {
  for (const std::string& name : row.header()) {
    const auto known = [&](const std::string& n) {
      return std::find(columns().begin(), columns().end(), n) != columns().end();
    };
    if (known(name) || name.size() < 4) continue;
    const std::string near = base::nearest(name, columns());
    if (near.size() < 4 || row.has(near)) continue;
    config::Place{row.place().source, "line 1"}.fail("columns that are known", "'" + name + "'",
                                                     "nearest is '" + near + "'");
  }
}

std::string last_key(const std::string& where) {
  const std::size_t slash = where.rfind('/');
  return slash == std::string::npos ? "" : where.substr(slash + 1);
}

}  // namespace

std::vector<TrainingData> read_training_data(const std::string& path) {
  std::vector<TrainingData> all;
  read_csv(path, {"model"}, [&](const CsvRow& row) {
    if (all.empty()) require_no_typo(row);
    TrainingData data;
    data.job = job_of(row);
    data.place = row.place();
    data.device = given(row, "device");
    data.type = given(row, "precision");
    if (data.type.empty()) data.type = "bf16";
    data.seconds = seconds_of_row(row, data.job);
    data.memory_bytes = given_number(row, "measured_memory_bytes");
    if (data.memory_bytes && *data.memory_bytes <= 0) {
      row.fail("measured_memory_bytes", "a number above 0");
    }
    all.push_back(std::move(data));
  });
  return all;
}

base::ConfigError at_column(const base::ConfigError& error, const config::Place& place) {
  static const std::vector<std::pair<std::string, std::string>> kColumns = {
      {"micro_batches", "global_batch"},
      {"virtual_stages", "vp"},
      {"stages", "pp"},
      {"sequence", "seq"},
      {"schedule", "vp"},
      {"parallel", "tp"},
      {"inner", "ffn"},
      {"type", "precision"}};
  base::InputFault fault = error.fault();
  if (fault.source != place.source) return error;
  std::string column = last_key(fault.where);
  for (const auto& [key, name] : kColumns) {
    if (column == key) column = name;
  }
  fault.where = place.where + (column.empty() ? "" : ", column " + column);
  return base::ConfigError(std::move(fault));
}

}  // namespace jacquard::validate
