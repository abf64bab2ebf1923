// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/parallelism.hpp"

#include <catch2/catch.hpp>

#include "support/fault_of.hpp"

using namespace jacquard;
using namespace jacquard::tb;
using namespace jacquard::workload;

namespace {

std::string fault_with(const std::string& text) {
  return fault_of([&] { parse_parallelism(text, "--parallel"); });
}

}  // namespace

TEST_CASE("A parallelism is read from text, sp being cp and virtual virtual_stages") {
  const Parallelism p = parse_parallelism(
      "dp=128,tp=8,pp=16,sp=2,ep=4,zero=2,micro_batch=1,schedule=interleaved,virtual=8,"
      "recompute=full,uneven=edges,prefetch=3,sequence_parallel=false,stages=7:8:8:7,"
      "placement=dp:sp",
      "--parallel");
  CHECK(p.dp == 128);
  CHECK(p.tp == 8);
  CHECK(p.pp == 16);
  CHECK(p.cp == 2);
  CHECK(p.ep == 4);
  CHECK(p.zero == 2);
  CHECK(p.micro_batch == 1);
  CHECK(p.schedule == PipelineSchedule::interleaved);
  CHECK(p.virtual_stages == 8);
  CHECK(p.recompute == Recompute::full);
  CHECK(p.uneven == Uneven::edges);
  CHECK(p.prefetch == 3);
  CHECK_FALSE(p.sequence_parallel);
  CHECK(p.stages == std::vector<int>{7, 8, 8, 7});
  CHECK(p.placement == std::vector<Axis>{Axis::dp, Axis::cp});
  CHECK(p.replicas() == 512);
  CHECK(text_of(parse_parallelism(text_of(p), "again")) == text_of(p));
}

TEST_CASE("An object of knobs means what the text means") {
  const auto codec = parallelism_codec();
  const config::Json json =
      config::parse_json(R"json({"dp": 2, "sp": 4, "virtual": 2, "placement": ["pp"]})json", "j");
  CHECK(text_of(codec.read(json, {"j", ""})) == "dp=2,cp=4,virtual_stages=2,placement=pp");
  CHECK(text_of(codec.read("dp=2,sp=4,placement=pp,virtual=2", {"j", ""})) ==
        "dp=2,cp=4,virtual_stages=2,placement=pp");
  CHECK(text_of(Parallelism{}) == "dp=1");
}

TEST_CASE("A wrong knob is refused by its name") {
  CHECK_THAT(fault_with("dp=0"), Catch::Contains("--parallel, dp: expected a whole number in 1"));
  CHECK_THAT(fault_with("dp=2.5"), Catch::Contains("--parallel, dp"));
  CHECK_THAT(fault_with("dp=99999999999999999999"), Catch::Contains("--parallel, dp"));
  CHECK_THAT(fault_with("zero=4"), Catch::Contains("--parallel, zero"));
  CHECK_THAT(fault_with("dp=2,dp=4"), Catch::Contains("each knob once, found dp twice"));
  CHECK_THAT(fault_with("sp=2,cp=4"), Catch::Contains("each knob once"));
  CHECK_THAT(fault_with("dp"), Catch::Contains("found \"dp\""));
  CHECK_THAT(fault_with(""), Catch::Contains("knobs such as"));
  CHECK_THAT(fault_with("shcedule=1f1b"), Catch::Contains("schedule"));
  CHECK_THAT(fault_with("schedule=1f2b"), Catch::Contains("1f1b"));
  CHECK_THAT(fault_with("stages=1:x"), Catch::Contains("stages"));
  CHECK_THAT(fault_with("placement=tp:qp"), Catch::Contains("placement"));
  CHECK_THAT(fault_with("placement=tp:tp"), Catch::Contains("each axis once"));
}

TEST_CASE("Axes lie as they are placed, the rest in the usual order") {
  const RankGrid usual = parse_parallelism("dp=2,tp=3,cp=5,ep=7,pp=11", "p").grid();
  CHECK(usual.size() == 2310);
  CHECK(usual.stride(Axis::tp) == 1);
  CHECK(usual.stride(Axis::cp) == 3);
  CHECK(usual.stride(Axis::ep) == 15);
  CHECK(usual.stride(Axis::dp) == 105);
  CHECK(usual.stride(Axis::pp) == 210);
  const RankGrid placed = parse_parallelism("dp=2,tp=3,cp=5,placement=dp:cp", "p").grid();
  CHECK(placed.stride(Axis::dp) == 1);
  CHECK(placed.stride(Axis::cp) == 2);
  CHECK(placed.stride(Axis::tp) == 10);
  CHECK(placed.members(mask_of(Axis::dp) | mask_of(Axis::tp)) == 6);
  CHECK(placed.place(17, Axis::cp) == 3);
}
