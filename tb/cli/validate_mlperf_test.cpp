// SPDX-License-Identifier: Apache-2.0
// `jacquard validate mlperf`: published results of DeepSeek-R1, and a rack without any.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "jacquard/base/data_path.hpp"
#include "jacquard/base/file.hpp"
#include "support/folder.hpp"
#include "support/program.hpp"

using Catch::Contains;
using nlohmann::json;
using jacquard::tb::Answer;
using jacquard::tb::Folder;
using jacquard::tb::run_program;

namespace {

Answer answer_to(const std::string& rows) {
  const Folder folder;
  const std::string data =
      folder.file("m.csv", "round,id,submitter,system,npus,scenario,tokens_per_s\n" + rows);
  return run_program({"validate", "mlperf", "--data", data, "--json"}, folder);
}

}  // namespace

TEST_CASE("The prediction that ships is what the command gives") {
  const Folder folder;
  const Answer answer = run_program({"validate", "mlperf", "--summary", "--csv"}, folder);
  REQUIRE(answer.exit_code == 0);
  CHECK(answer.out == jacquard::base::read_file(
                          jacquard::base::data_path("configs/measured/mlperf_prediction.csv")));
}

TEST_CASE("A published result is held against ours, and spans the interval of a prediction") {
  const Answer answer = answer_to(
      "a,1,x,8xb200_sxm,8,offline,58581.6\n"
      "b,2,y,8xb200_sxm,8,offline,29290.8\n"
      "b,2,y,8xb200_sxm,8,offline,43936.2\n");
  REQUIRE(answer.exit_code == 0);
  const json rows = json::parse(answer.out)["rows"];
  REQUIRE(rows.size() == 4);
  const json& row = rows[0];
  CHECK(row["measured_tokens_per_s_per_npu"] == 58581.6 / 8);
  const double ours = row["tokens_per_s_per_npu"].get<double>();
  CHECK(row["error"].get<double>() == Approx(ours / (58581.6 / 8) - 1));
  // Nothing is quicker than its bounds. By hand: 900 GB/s over 3 B x 7,168 x 8 experts x 58 layers.
  CHECK(row["link_bound_per_s_per_npu"].get<double>() == Approx(900e9 / (3.0 * 7168 * 8 * 58)));
  for (const char* bound : {"bandwidth", "compute", "link"}) {
    CHECK(ours < row[std::string(bound) + "_bound_per_s_per_npu"].get<double>());
  }
  const json& rack = rows[3];
  CHECK(rack["row_kind"] == "mlperf_prediction");
  const double alone = rack["tokens_per_s_per_npu"].get<double>();
  CHECK(rack["results"] == 3);
  CHECK(rack["most_tokens_per_s_per_npu"].get<double>() == Approx(alone * 58581.6 / 8 / ours));
  CHECK(rack["least_tokens_per_s_per_npu"].get<double>() == Approx(alone * 29290.8 / 8 / ours));
  CHECK(rack["expected_tokens_per_s_per_npu"].get<double>() == Approx(alone * 43936.2 / 8 / ours));
}

// 15 ms are 66.7 tokens/s of a user; a step makes several where drafts are right.
TEST_CASE("An interactive answer keeps its limit") {
  const Answer answer = answer_to("a,1,x,72xgb200,72,interactive,240318\n");
  REQUIRE(answer.exit_code == 0);
  const json row = json::parse(answer.out)["rows"][0];
  CHECK(row["token_ps"].get<std::int64_t>() <= 15'000'000'000);
  CHECK(row["drafts"].get<int>() > 0);
}

TEST_CASE("A scenario or a system that is none is named with the table") {
  const Answer scenario = answer_to("a,1,x,8xb200_sxm,8,ofline,58581.6\n");
  CHECK(scenario.exit_code == 2);
  CHECK_THAT(scenario.err, Contains("m.csv") && Contains("offline"));
  const Answer system = answer_to("a,1,x,8xb2000,8,offline,58581.6\n");
  CHECK(system.exit_code == 2);
  CHECK_THAT(system.err, Contains("m.csv") && Contains("b2000"));
}
