// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>

#include "sim/ladder/jobs.hpp"
#include "support/source_tree.hpp"
#include "unit/plan/layers/questions.hpp"
#include "unit/systemc/train/jobs.hpp"

using namespace jacquard;

namespace {

std::vector<ladder::RungRow> climbed(const train::TrainConfig& config) {
  return ladder::climb("job", ladder::of_step(config, {"job", ""}, 0), [](const std::string&) {});
}

}  // namespace

TEST_CASE("Each rung of a dense step agrees with events within 2 %, and RTL is refused") {
  train::TrainConfig config = tb::small_job("Switch(8)", "dp=8,zero=1,micro_batch=1", 8);
  config.system.algorithm = {"ring"};  // as a stack has it
  const auto rows = climbed(config);
  REQUIRE(rows.size() == ladder::rungs().size());
  for (const ladder::RungRow& row : rows) {
    CAPTURE(row.engine, row.detail, row.hbm, row.scheduler, row.refused);
    if (row.scheduler == "rtl") {
      CHECK_FALSE(row.time);
      CHECK(row.refused.find("nothing is decided") != std::string::npos);
      continue;
    }
    REQUIRE(row.difference);
    const bool headers = row.detail != "links";  // 48 B of 1,048
    CHECK(std::abs(*row.difference) < (headers ? 0.06 : 0.02));
  }
}

// All-reduces of M bytes over 2 x 4 NPUs, with nothing but the 4 in the way: 2 x 3/4 x M/2 each
// sends where dimensions go one by one, and 2 x 7/8 x M in the one ring of a stack.
TEST_CASE("A stack's rung has one ring through the switch where a group spans two dimensions") {
  const auto rows =
      climbed(tb::job(tb::kSmallModel, R"json({"network": {"topology": "Switch(2) Switch(4)",
                                       "bandwidth": "100 TB/s,10 MB/s", "latency": "1 ns"},
                                       "npu": {"peak": "100 TFLOP/s", "memory_bandwidth": "2 TB/s"}})json",
                      "dp=8,micro_batch=1", 8));
  const auto time = [&](const std::string& detail) {
    return *std::find_if(rows.begin(), rows.end(), [&](const ladder::RungRow& row) {
              return row.detail == detail && row.hbm == "peak" && row.scheduler != "rtl";
            })->time;
  };
  CHECK(time("stack") / time("circuit") == Approx(7.0 / 3).epsilon(0.01));
}

TEST_CASE("A step with experts has the same time and schedules by software and by RTL") {
  const char* const model =
      R"json({"name": "experts", "hidden": 512, "layers": 2, "heads": 8, "inner": 1024,
              "vocabulary": 1024, "sequence": 256,
              "experts": {"count": 16, "top_k": 2, "inner": 1024}})json";
  const auto rows = climbed(tb::job(model, tb::cluster("Switch(16)"), "ep=16,micro_batch=1", 16));
  const auto by = [&](const std::string& scheduler) {
    return *std::find_if(rows.begin(), rows.end(),
                         [&](const ladder::RungRow& row) { return row.scheduler == scheduler; });
  };
  REQUIRE(by("rtl").time);
  CHECK(by("rtl").time == by("software").time);
  CHECK(by("rtl").schedule_hash == by("software").schedule_hash);
  CHECK(by("rtl").schedule_hash.size() == 16);
}

// What circuits carry beside data: 48 B for each 1,000 B, and 60 B of acknowledgement.
TEST_CASE("Circuits differ from events by their headers, and within 2 % without them", "[plain]") {
  for (const char* name : {"decode_64", "mixtral_64"}) {
    CAPTURE(name);
    train::TrainConfig config;
    train::train_fields().read(
        config,
        config::read_json(tb::in_source_tree(std::string("configs/jobs/") + name + ".json")),
        {"job", ""});
    config.hbm = "";
    config.detail = "scale_out=circuit";
    config.engine = "event";
    const auto event = train::run_step(tb::prepared(config)).time;
    config.engine = "cycle";
    const double with = train::run_step(tb::prepared(config)).time / event - 1;
    config.exchange.circuit.charge_headers = false;
    config.exchange.circuit.charge_acks = false;
    const double without = train::run_step(tb::prepared(config)).time / event - 1;
    CHECK(with > 0.025);
    CHECK(with < 0.045);
    CHECK(without > 0);
    CHECK(without < 0.02);
  }
}

// An exchange has its ports alone, where events share links with gradients by turns
// (docs/engines.md).
TEST_CASE("Balanced experts of mixtral_64 exchange 3 to 6 % of a step sooner than by events",
          "[plain]") {
  train::TrainConfig config;
  train::train_fields().read(
      config, config::read_json(tb::in_source_tree("configs/jobs/mixtral_64.json")), {"job", ""});
  config.expert_routing = {};
  config.hbm = "";
  config.detail = "links";
  const auto time = [&](const char* engine) {
    config.engine = engine;
    return train::run_step(tb::prepared(config)).time;
  };
  const double difference = time("cycle") / time("event") - 1;
  CHECK(difference < -0.03);
  CHECK(difference > -0.06);
}

// Hot experts' ports are marked, and DCQCN slows their senders down (docs/engines.md).
TEST_CASE("DCQCN takes 2 to 4 % of mixtral_64, and without it packets are as circuits", "[plain]") {
  train::TrainConfig config;
  train::train_fields().read(
      config, config::read_json(tb::in_source_tree("configs/jobs/mixtral_64.json")), {"job", ""});
  config.engine = "cycle";
  config.hbm = "";
  const auto time = [&](const char* detail, systemc::PacketPreset preset) {
    config.detail = detail;
    config.exchange.fabric.preset = preset;
    return train::run_step(tb::prepared(config)).time;
  };
  using Preset = systemc::PacketPreset;
  const auto circuits = time("circuit", Preset::dcqcn_hpcc);
  const auto without = time("packet", Preset::pfc_only);
  const double dcqcn = time("packet", Preset::dcqcn_hpcc) / without - 1;
  CHECK(std::abs(without / circuits - 1) < 0.005);
  CHECK(dcqcn > 0.02);
  CHECK(dcqcn < 0.04);
}

// Gradients of two nodes are one ring through the switch in a stack (docs/engines.md).
TEST_CASE("In a stack's order llama3_8b_64 takes 5 to 7 % longer", "[plain]") {
  train::TrainConfig config;
  train::train_fields().read(
      config, config::read_json(tb::in_source_tree("configs/jobs/llama3_8b_64.json")), {"job", ""});
  const ladder::Run run = ladder::of_step(config, {"job", ""}, 0);
  const double difference =
      run({"cycle", "stack", "", "software"}).time / run({"event", "", "", ""}).time - 1;
  CHECK(difference > 0.05);
  CHECK(difference < 0.07);
}

// Nothing is decided, and no expert waits: what is left is what circuits carry beside data.
TEST_CASE("The planner's DLRM-A differs by headers on circuits, and not on links") {
  const plan::Request request =
      planner::request_of(tb::question("dlrm-a", "zionex-128", planner::Mode::physical));
  const ladder::Run run = ladder::of_layers(
      request, plan::parse_strategy("mlp=ddp emb=mp", request.model, request.cluster, "test"), 0);
  const auto event = run({"event", "", "", ""}).time;
  CHECK(std::abs(run({"cycle", "links", "", ""}).time / event - 1) < 0.002);
  CHECK_THROWS_WITH(run({"cycle", "stack", "", "software"}), Catch::Contains("have no stack"));
  const double circuits = run({"cycle", "circuit", "", "software"}).time / event - 1;
  CHECK(circuits > 0.025);
  CHECK(circuits < 0.045);
}
