// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "jacquard/workload/hugging_face.hpp"
#include "sim/validate/csv.hpp"
#include "sim/validate/training.hpp"

namespace jacquard::validate {
namespace {

constexpr double kGiB = 1024.0 * 1024.0 * 1024.0;
constexpr int kDefaultSequence = 8192;  // torchtitan's configurations of Llama 3
constexpr int kGpusPerNode = 8;
constexpr std::int64_t kMostBatch = 1 << 30;

// "llama3.1-8b" is the shape of "llama3-8b".
std::string shipped_model(std::string name) {
  const std::size_t dot = name.find(".1");
  if (dot != std::string::npos) name.erase(dot, 2);
  return name;
}

topology::System system_of(const CsvRow& row, int gpus) {
  topology::System system;
  const bool h200 = row.text("source_table").find("h200") != std::string::npos;
  system.npu.device = h200 ? "h200_sxm" : "h100_500w";
  system.node = kGpusPerNode;
  auto& network = system.network;
  network.bandwidth_per = topology::BandwidthPer::npu;
  network.topology = fmt::format("Switch({})", std::min(gpus, kGpusPerNode));
  network.bandwidth = {base::BytesPerSecond{450e9}};
  network.latency = {base::Picoseconds{500'000}};
  if (gpus > kGpusPerNode) {
    network.topology += fmt::format(" Switch({})", gpus / kGpusPerNode);
    network.bandwidth.push_back(base::BytesPerSecond{50e9});
    network.latency.push_back(base::Picoseconds{2'000'000});
  }
  return system;
}

workload::Recompute recompute_of(const std::string& text) {
  if (text == "full") return workload::Recompute::full;
  return workload::Recompute::alternate;  // by operation: its default, where a row does not say
}

train::TrainConfig job_of(const CsvRow& row) {
  train::TrainConfig job;
  job.model = workload::read_model(shipped_model(row.text("model")), row.place());
  job.system = system_of(row, row.count("gpus"));
  auto& p = job.parallel;
  p.dp = row.count("fsdp");
  p.tp = row.count("tp");
  p.cp = row.count("cp");
  p.pp = row.count("pp");
  // In pipelines torchtitan keeps gathered weights and reduces behind the last micro-batch.
  p.zero = p.pp > 1 ? 1 : 3;
  p.recompute = recompute_of(row.text("activation_checkpoint"));
  if (p.pp > 1) p.micro_batches = p.pp;  // its default: as many as stages
  if (row.text("schedule") == "interleaved-1F1B") {
    p.schedule = workload::PipelineSchedule::interleaved;
    p.virtual_stages = 2;
  }
  if (p.pp > 1) p.uneven = workload::Uneven::edges;  // 126 layers
  p.async_tp = row.text("async_tp") == "1";
  const std::int64_t batch = std::int64_t{row.count("local_batch")} * p.dp;
  if (batch > kMostBatch) row.fail("local_batch", "at most 2^30 sequences on all replicas");
  job.batch = static_cast<int>(batch);
  job.sequence = row.text("seq").empty() ? kDefaultSequence : row.count("seq");
  job.type =
      row.text("precision") == "bf16" ? workload::NumberType::bf16 : workload::NumberType::fp8;
  job.framework = workload::Framework::torchtitan;
  job.ignore_memory = true;
  return job;
}

}  // namespace

std::vector<PublishedStep> read_torchtitan(const std::string& path) {
  std::vector<PublishedStep> steps;
  const std::vector<std::string> columns = {"source_table",
                                            "model",
                                            "gpus",
                                            "fsdp",
                                            "tp",
                                            "pp",
                                            "cp",
                                            "local_batch",
                                            "seq",
                                            "precision",
                                            "async_tp",
                                            "schedule",
                                            "activation_checkpoint",
                                            "compile",
                                            "tokens_per_s_per_gpu",
                                            "memory_gib"};
  read_csv(path, columns, [&](const CsvRow& row) {
    PublishedStep step;
    step.model = fmt::format("{}, {}{}{}", row.text("model"), row.text("precision"),
                             row.text("compile") == "1" ? "" : ", eager",
                             row.text("async_tp") == "1" ? ", asynchronous tp" : "");
    step.source = "pytorch/torchtitan, " + row.text("source_table");
    step.job = job_of(row);
    step.place = row.place();
    step.tokens_per_s = row.positive("tokens_per_s_per_gpu");
    if (!row.text("memory_gib").empty()) step.memory_bytes = row.positive("memory_gib") * kGiB;
    steps.push_back(std::move(step));
  });
  return steps;
}

}  // namespace jacquard::validate
