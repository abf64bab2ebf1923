// SPDX-License-Identifier: Apache-2.0
#include "papers/madmax/repro_madmax.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <map>

#include "jacquard/base/data_path.hpp"

using namespace jacquard;

namespace {

std::map<std::string, report::Answer> all_answers() {
  const report::Published published =
      report::read_published(base::data_path("configs/papers/published.json"));
  report::ReproOptions options;
  options.further = studies::madmax::answers();
  std::map<std::string, report::Answer> all;
  for (const report::PublishedNumber& number : report::select(published, "madmax")) {
    const auto given = report::answer({number, published, options});
    INFO(number.id);
    REQUIRE(given);
    all[number.id] = *given;
  }
  return all;
}

}  // namespace

TEST_CASE("every number of MAD-Max is answered and none differs") {
  const auto all = all_answers();
  CHECK(all.size() > 40);
  for (const auto& [id, answer] : all) {
    INFO(id << ": " << answer.remark);
    CHECK((answer.verdict == "match" || answer.verdict == "paper-inconsistent"));
    CHECK_FALSE(answer.remark.empty());
  }
}

TEST_CASE("what the paper's rules give is what it prints, to its digits") {
  const struct {
    const char* id;
    double printed;
    double half_a_digit;
  } rows[] = {
      {"madmax.table1.dlrm_a.serialized_ms/model", 65.30, 0.005},
      {"madmax.table1.dlrm_a.exposed/model", 0.7546, 0.00005},
      {"madmax.table1.dlrm_b.mqps/model", 3.06, 0.005},
      {"madmax.table1.llama70b.gpu_hours/model", 863397, 0.5},
      {"madmax.table1.llama70b.days/model", 19.21, 0.005},
      {"madmax.max_gain.inference", 5.27, 0.005},
      {"madmax.fig9.dlrm_a.range/TP", 0.19, 0.005},
      {"madmax.gpt3.inter_node_tp", 0.18, 0.005},
      {"madmax.gpt3.nvlink_activations", 1.34, 0.005},
      {"madmax.gpt3.unlimited_memory", 1.68, 0.005},
      {"madmax.fig13.superpod", 1.82, 0.005},
  };
  const auto all = all_answers();
  for (const auto& row : rows) {
    INFO(row.id);
    CHECK(std::abs(all.at(row.id).ours.get<double>() - row.printed) < row.half_a_digit);
  }
  CHECK(all.at("madmax.fig9.dlrm_a.range/DDP").ours == "OOM");
}

TEST_CASE("numbers of planning have the physical figure beside them") {
  const auto all = all_answers();
  for (const char* id : {"madmax.table1.dlrm_a.mqps/measured", "madmax.max_gain.pretraining",
                         "madmax.fig8.mean_gain", "madmax.fig14.single_10x/inference",
                         "madmax.fig9.dlrm_a.range/DDP"}) {
    INFO(id);
    CHECK(all.at(id).physical);
  }
  CHECK_FALSE(all.at("madmax.a100_to_h100/hbm").physical);
}

TEST_CASE("Table 2 is the paper's where its own numbers agree, else said to be inconsistent") {
  const auto all = all_answers();
  const auto verdict = [&all](const char* model) {
    return all.at(std::string("madmax.table2.models/") + model).verdict;
  };
  for (const char* model : {"DLRM-A", "DLRM-A-MoE", "DLRM-B-Transformer", "GPT-3", "LLM-MoE"}) {
    INFO(model);
    CHECK(verdict(model) == "match");
  }
  CHECK(verdict("DLRM-B") == "paper-inconsistent");  // the batch of 256 K
  CHECK(verdict("LLaMA") == "paper-inconsistent");   // 50.5 G parameters, not 65.2
}
