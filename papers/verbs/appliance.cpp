// SPDX-License-Identifier: Apache-2.0
// jacquard study appliance.
#include "jacquard/base/file.hpp"
#include "papers/photonic/appliance_pictures.hpp"
#include "papers/photonic/appliance_study.hpp"
#include "papers/verbs/all.hpp"
#include "sim/cli/rows.hpp"

namespace jacquard::cli {
namespace {

int run_study(const Common& common) {
  const std::vector<studies::FrontRow> front = studies::front_rows();
  const std::vector<studies::BandwidthRow> bandwidths = studies::bandwidth_rows();
  const std::vector<studies::HitRow> hits = studies::hit_rows();
  report::Result result("study", common.seed, {{"study", "appliance"}, {"model", "llama3-405b"}});
  for (const auto& row : studies::decision_rows(front)) {
    result.add(studies::decision_metrics()(row));
  }
  for (const auto& row : front) result.add(studies::front_metrics()(row));
  for (const auto& row : bandwidths) result.add(studies::bandwidth_metrics()(row));
  for (const auto& row : hits) result.add(studies::hit_metrics()(row));
  for (const auto& row : studies::embedding_rows()) {
    result.add(studies::embedding_metrics()(row));
  }
  if (!common.out.empty()) {
    write_result(result, common, "appliance");
    for (const auto& [name, svg] : studies::appliance_pictures(front, bandwidths, hits)) {
      base::write_file(common.out + "/" + name + ".svg", svg);
    }
  }
  print(result, common);
  return 0;
}

std::function<int()> setup(Arguments& /*app*/, const Common& common) {
  return [&common] { return run_study(common); };
}

}  // namespace

Command appliance_study() {
  return {"appliance",
          "Whether a photonic memory appliance would help to serve Llama 3 405B",
          "  jacquard study appliance --out appliance/\n",
          setup,
          false,
          true,
          [] {
            return std::vector{studies::decision_metrics().kind(), studies::front_metrics().kind(),
                               studies::bandwidth_metrics().kind(), studies::hit_metrics().kind(),
                               studies::embedding_metrics().kind()};
          },
          {{"appliance_decision", "throughput_gain", "gain in throughput", {"load", "system"}}}};
}

}  // namespace jacquard::cli
