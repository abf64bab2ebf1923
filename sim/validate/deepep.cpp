// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/expert_exchange.hpp"
#include "sim/validate/kernels.hpp"

namespace jacquard::validate {
namespace {

using Law = base::Seconds (*)(const cost::Device&, const cost::ExpertExchange&);

KernelSample sample(const CsvRow& row, cost::ExpertExchange work, const std::string& stage,
                    Law law) {
  KernelKey key;
  key.framework = "deepep";
  if (row.has("dtype")) key.dtype = row.text("dtype");
  key.mode = row.text("mode");
  key.stage = stage;
  const std::string sms = "sms_" + stage;
  if (!row.text(sms).empty()) work.processors = row.count(sms);
  const bool known = (key.mode == "ll" || key.mode == "normal") && work.experts >= work.top_k &&
                     work.experts <= cost::kMostExperts;
  const auto ours = [=](const cost::Device& device) -> std::optional<base::Seconds> {
    if (!known || device.link.count() <= 0) return std::nullopt;
    return law(device, work);
  };
  return {std::move(key), microseconds(row.positive(stage + "_us")), ours};
}

std::vector<KernelSample> samples(const CsvRow& row) {
  cost::ExpertExchange work;
  work.mode =
      row.text("mode") == "ll" ? cost::ExchangeMode::low_latency : cost::ExchangeMode::normal;
  work.nodes = row.count("nodes");
  work.hidden = row.count("hidden");
  work.tokens = row.count("tokens");
  work.top_k = row.count("topk");
  work.experts = row.count("experts");
  return {sample(row, work, "dispatch", cost::dispatch_time),
          sample(row, work, "combine", cost::combine_time)};
}

}  // namespace

KernelValidation deepep_validation() {
  return {"deepep",
          "dispatch of experts' tokens and combination of their results by DeepEP",
          "measured/deepep.csv",
          {"mode", "nodes", "hidden", "tokens", "topk", "experts", "sms_dispatch", "dispatch_us",
           "sms_combine", "combine_us"},
          samples};
}

}  // namespace jacquard::validate
