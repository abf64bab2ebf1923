// SPDX-License-Identifier: Apache-2.0
// What `jacquard genstack` says of a step: one figure, and why train has another.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "support/program.hpp"

using jacquard::tb::Answer;
using jacquard::tb::Folder;
using jacquard::tb::run_program;
using jacquard::tb::with;
using jacquard::tb::Words;
using nlohmann::json;

namespace {

const Words kGenstackOfJob = {"genstack", "--job", "./job.json", "--no-timing"};

// 2 stages of 4 ranks in a node of NVLink, 450 GB/s from each NPU.
class GenstackFolder : public Folder {
 public:
  GenstackFolder() {
    file("job.json", R"json({"model": "llama3-8b", "system": "dgx_h100_8", "layers": 4, "batch": 8,
                             "sequence": 1024, "parallel": "tp=2,dp=2,pp=2,micro_batch=1"})json");
  }

  std::string said(const Words& words) const {
    const Answer answer = run_program(with(kGenstackOfJob, words), *this);
    INFO(answer.err);
    REQUIRE(answer.exit_code == 0);
    return answer.out;
  }
};

}  // namespace

TEST_CASE("the slot length that genstack chose has the figures of its stack") {
  const GenstackFolder folder;
  const json rows = json::parse(folder.said({"--json"}))["rows"];
  const json& stack = rows.at(0);
  REQUIRE(stack["row_kind"] == "stack");
  int chosen = 0, tried = 0;
  for (const json& row : rows) {
    if (row["row_kind"] != "slot_length") continue;
    ++tried;
    if (row["tried_slot_ps"] != stack["slot_ps"]) {
      CHECK(row["tried_passes"] == 0);
      continue;
    }
    ++chosen;
    CHECK(row["tried_step_ps"] == stack["step_ps"]);
    CHECK(row["tried_slots"] == stack["slots"]);
    CHECK(row["tried_efficiency"] == stack["efficiency"]);
    CHECK(row["tried_passes"] == 2);  // docs/genstack.md: twice forwards and backwards
  }
  CHECK(chosen == 1);
  CHECK(tried > 10);
}

TEST_CASE("genstack names the rate of a port, and the links by which train differs") {
  using Catch::Contains;
  using Catch::StartsWith;
  const GenstackFolder folder;
  const std::string usual = folder.said({});
  CHECK_THAT(usual, StartsWith("A step of 8 ranks takes "));
  CHECK_THAT(usual, Contains("one port of 800 Gb/s (100 GB/s) per NPU"));
  CHECK_THAT(usual, Contains("train says another time") && Contains("450 GB/s"));
  CHECK_THAT(folder.said({"--set", "fabric.rate=3600 Gb/s"}),
             Contains("one port of 3600 Gb/s (450 GB/s) per NPU"));
  CHECK_THAT(folder.said({"--set", "fabric.channels=2"}), Contains("2 ports of 800 Gb/s"));
}
