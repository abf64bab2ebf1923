// SPDX-License-Identifier: Apache-2.0
#include "sim/train/explain.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "support/fault_of.hpp"
#include "support/folder.hpp"

using namespace jacquard;
using nlohmann::json;
using train::Explanation;
using train::Finding;

namespace {

// A step of 1 ms on two stages in which there is nothing to say but that memory is free.
json dull() {
  const json step = {{"row_kind", "step"},
                     {"model", "m"},
                     {"parallel", "dp=1"},
                     {"npus", 8},
                     {"time_ps", 1e9},
                     {"compute_ps", 1e9},
                     {"bubble_ps", 0},
                     {"exposed_comm_ps", 0},
                     {"mfu", 0.5},
                     {"micro_batches", 4},
                     {"memory_largest_bytes", 1e9}};
  const auto stage = [](int s) {
    return json{{"row_kind", "class"}, {"stage", s}, {"compute_ps", 1e9}};
  };
  return {{"command", "train"}, {"rows", {step, stage(0), stage(1)}}};
}

Explanation explained(const json& result) {
  const tb::Folder folder;
  return train::explain(folder.file("r.json", result.dump()));
}

std::string fault(const json& result) {
  const tb::Folder folder;
  const std::string file = folder.file("r.json", result.dump());
  const std::string says = tb::fault_of([&] { train::explain(file); });
  REQUIRE(says.rfind(file, 0) == 0);
  return says.substr(file.size());
}

std::vector<std::string> abouts(const json& result) {
  std::vector<std::string> all;
  for (const Finding& finding : explained(result).findings) all.push_back(finding.about);
  return all;
}

using Words = std::vector<std::string>;

json with_row(json result, const json& row) {
  result["rows"].push_back(row);
  return result;
}

json with_key(json result, std::size_t row, const char* key, const json& value) {
  result["rows"][row][key] = value;
  return result;
}

json operation(double total, const json& share) {
  json row = {{"row_kind", "operation"}, {"operation", "ffn_up"}, {"phase", "forward"}};
  row["total_ps"] = total;
  if (!share.is_null()) row["share_of_peak"] = share;
  return row;
}

json collective_row(const char* axes, double exposed) {
  return {{"row_kind", "collective"}, {"axes", axes},   {"operation", "tp_comm"},
          {"kind", "all-gather"},     {"bytes", 1e6},   {"count", 3},
          {"exposed_ps", exposed},    {"total_ps", 5e8}};
}

}  // namespace

TEST_CASE("The summary is the step's, in shares of its time") {
  json result = with_key(with_key(dull(), 0, "compute_ps", 6e8), 0, "bubble_ps", 1e8);
  const train::Summary summary =
      explained(with_key(std::move(result), 0, "exposed_comm_ps", 3e8)).summary;
  CHECK(summary.model == "m");
  CHECK(summary.npus == 8);
  CHECK(summary.compute == Approx(0.6));
  CHECK(summary.exposed == Approx(0.3));
  CHECK(summary.bubble == Approx(0.1));
  CHECK(explained(dull()).findings.empty());
}

TEST_CASE("Each rule speaks where it applies and nowhere else") {
  CHECK(abouts(with_key(dull(), 0, "bubble_ps", 1e8)) == Words{"pipeline"});
  CHECK(abouts(with_key(dull(), 0, "bubble_ps", 4e6)).empty());
  CHECK(abouts(with_row(dull(), collective_row("tp", 1e8))) == Words{"tp"});
  CHECK(abouts(with_row(dull(), collective_row("tp", 4e6))).empty());
  CHECK(abouts(with_key(dull(), 1, "compute_ps", 1.1e9)) == Words{"stage 0"});
  CHECK(abouts(with_key(dull(), 2, "compute_ps", 1.03e9)).empty());  // 1.5 % above the mean
  CHECK(abouts(with_row(dull(), operation(1e8, 0.4))) == Words{"ffn_up"});
  CHECK(abouts(with_row(dull(), operation(4e7, 0.4))).empty());
  CHECK(abouts(with_key(dull(), 0, "memory_limit_bytes", 2e9)) == Words{"memory"});
  const json change = {{"row_kind", "change"}, {"change", "x"}, {"time_ps", 5e8}, {"gain", 0.5}};
  CHECK(abouts(with_row(dull(), change)) == Words{"change"});
  json small = change;
  small["gain"] = 0.004;
  CHECK(abouts(with_row(dull(), small)).empty());
}

TEST_CASE("A remedy is of what is found") {
  const auto remedy = [](const json& result) { return explained(result).findings.at(0).remedy; };
  CHECK_THAT(remedy(with_row(dull(), operation(1e8, 0.4))), Catch::Contains("Larger products"));
  CHECK_THAT(remedy(with_row(dull(), operation(1e8, 0.9))), Catch::Contains("faster device"));
  CHECK_THAT(remedy(with_row(dull(), operation(1e8, nullptr))), Catch::Contains("Faster memory"));
  CHECK_THAT(remedy(with_row(dull(), collective_row("tp", 1e8))), Catch::Contains("smaller tp"));
  const auto with_knobs = [](const char* knobs) { return with_key(dull(), 0, "parallel", knobs); };
  CHECK_THAT(remedy(with_row(dull(), collective_row("tp", 1e8))), Catch::Contains("async_tp=true"));
  CHECK_THAT(remedy(with_row(with_knobs("tp=8,async_tp=true"), collective_row("tp", 1e8))),
             !Catch::Contains("async_tp"));
  CHECK_THAT(remedy(with_key(dull(), 0, "bubble_ps", 1e8)), Catch::Contains("interleaved"));
  CHECK_THAT(remedy(with_key(with_knobs("pp=4,schedule=interleaved"), 0, "bubble_ps", 1e8)),
             !Catch::Contains("interleaved"));
  CHECK_THAT(remedy(with_row(dull(), collective_row("pp", 1e8))),
             Catch::Contains("between stages"));
  CHECK_THAT(remedy(with_row(dull(), collective_row("ep", 1e8))), Catch::Contains("smaller ep"));
  CHECK_THAT(remedy(with_row(dull(), collective_row("cp", 1e8))), Catch::Contains("smaller cp"));
  CHECK_THAT(remedy(with_row(dull(), collective_row("dp", 1e8))), Catch::Contains("less sharding"));
  CHECK_THAT(remedy(with_key(dull(), 0, "memory_limit_bytes", 2e9)), Catch::Contains("Room"));
  CHECK_THAT(remedy(with_key(dull(), 0, "memory_limit_bytes", 1.05e9)),
             Catch::Contains("Nothing more fits"));
}

TEST_CASE("Operations with one cause are one finding, and other causes have other remedies") {
  const auto one = [](const char* operation, const char* phase, double total, const json& share) {
    json row = {{"row_kind", "operation"}, {"operation", operation}, {"phase", phase}};
    row["total_ps"] = total;
    if (!share.is_null()) row["share_of_peak"] = share;
    return row;
  };
  json result = dull();
  for (const json& row :
       {one("ffn_up", "backward", 2e8, 0.58), one("qkv", "forward", 1e8, 0.61),
        one("attention", "forward", 9e7, 0.34), one("ffn_norm", "forward", 8e7, nullptr),
        one("residual", "forward", 7e7, nullptr), one("optimizer", "update", 6e7, nullptr)}) {
    result["rows"].push_back(row);
  }
  const std::vector<Finding> all = explained(result).findings;
  REQUIRE(all.size() == 4);
  CHECK(all[0].about == "products");
  CHECK(all[0].share == Approx(0.3));
  CHECK(all[0].finding == "ffn_up backward, qkv forward run at 58 to 61 % of the peak.");
  CHECK(all[1].about == "kernels");
  CHECK(all[1].finding ==
        "ffn_norm forward, residual forward read and write memory and have no products.");
  CHECK(all[2].about == "attention");
  CHECK(all[3].about == "optimizer");
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) CHECK(all[i].remedy != all[k].remedy);
  }
}

TEST_CASE("A remedy of a communication knows what it carries, how much, and what hides it") {
  const auto remedy = [](const char* operation, double bytes, double exposed, const char* knobs) {
    json row = collective_row("dp", exposed);
    row["operation"] = operation;
    row["bytes"] = bytes;
    return explained(with_row(with_key(dull(), 0, "parallel", knobs), row)).findings.at(0).remedy;
  };
  CHECK_THAT(remedy("weight_gather", 1e8, 4e8, "dp=8,zero=3"), Catch::Contains("zero=2"));
  CHECK_THAT(remedy("weight_gather", 1e8, 1e8, "dp=8,zero=3"), Catch::Contains("prefetch"));
  CHECK_THAT(remedy("gradient_reduce", 1e8, 4e8, "dp=8,zero=2"), Catch::Contains("zero=1"));
  CHECK_THAT(remedy("gradient_reduce", 1e8, 4e8, "dp=8"), Catch::Contains("larger batch"));
  CHECK_THAT(remedy("gradient_reduce", 1e8, 4e8, "dp=8,overlap=false"),
             Catch::Contains("overlap=true"));
  json small = collective_row("tp", 1e8);
  small["bytes"] = 1e4;
  CHECK_THAT(explained(with_row(dull(), small)).findings.at(0).remedy, Catch::Contains("latency"));
}

TEST_CASE("Times are said in the unit that suits them") {
  json change = {{"row_kind", "change"}, {"change", "x"}, {"time_ps", 53.75e12}, {"gain", 0.5}};
  CHECK(explained(with_row(dull(), change)).findings.at(0).remedy == "The step would take 53.8 s.");
  CHECK_THAT(explained(with_row(dull(), collective_row("tp", 1e8))).findings.at(0).finding,
             Catch::Contains("it takes 500 us, and NPUs wait 100 us"));
}

TEST_CASE("Findings come in the order of their shares") {
  json result = with_row(with_row(dull(), collective_row("tp", 1e8)), operation(3e8, 0.5));
  result = with_key(std::move(result), 0, "bubble_ps", 2e8);
  result = with_key(std::move(result), 0, "memory_limit_bytes", 2e9);
  CHECK(abouts(result) == Words{"ffn_up", "pipeline", "tp", "memory"});
}

TEST_CASE("A file that jacquard train did not print is refused at its place") {
  using Catch::Contains;
  using Catch::StartsWith;
  CHECK_THAT(fault(json::array()), StartsWith(": expected what jacquard train --json prints"));
  CHECK_THAT(fault({{"rows", json::array()}}), StartsWith("#/command: expected \"train\""));
  json other = dull();
  other["command"] = "astra";
  CHECK_THAT(fault(other), StartsWith("#/command") && Contains("\"astra\""));
  CHECK_THAT(fault({{"command", "train"}}), StartsWith("#/rows: expected a list"));
  CHECK_THAT(fault({{"command", "train"}, {"rows", json::object()}}), Contains("an object"));
  CHECK_THAT(fault({{"command", "train"}, {"rows", json::array()}}), Contains("found 0"));
  CHECK_THAT(fault(with_row(dull(), dull()["rows"][0])), Contains("found 2"));
  CHECK_THAT(fault(with_row(dull(), 7)), StartsWith("#/rows/3: expected a row"));
  CHECK_THAT(fault(with_key(dull(), 1, "row_kind", 5)), StartsWith("#/rows/1/row_kind"));
  CHECK_THAT(fault(with_key(dull(), 0, "model", 5)), StartsWith("#/rows/0/model"));
  CHECK_THAT(fault(with_key(dull(), 0, "time_ps", 0)), Contains("a step that takes time"));
  for (const json& wrong : {json(-1), json(1e300), json("3"), json(nullptr), json::array()}) {
    for (const char* const key : {"time_ps", "compute_ps", "npus", "mfu"}) {
      CHECK_THAT(fault(with_key(dull(), 0, key, wrong)),
                 StartsWith(std::string("#/rows/0/") + key) && Contains("number"));
    }
  }
  CHECK_THAT(fault(with_row(dull(), {{"row_kind", "change"}})), StartsWith("#/rows/3/gain"));
  CHECK_THAT(fault(with_row(dull(), {{"row_kind", "collective"}})), Contains("exposed_ps"));
  CHECK_THAT(fault(with_row(dull(), {{"row_kind", "operation"}})), Contains("total_ps"));
}
