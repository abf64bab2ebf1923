// SPDX-License-Identifier: Apache-2.0
// `jacquard validate linear-attention`: gated delta rule and Mamba-2 against measured times.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "support/validate_answers.hpp"

using jacquard::tb::Answer;
using jacquard::tb::answer_to;
using jacquard::tb::count_lines;
using jacquard::tb::rows_of;
using nlohmann::json;

namespace {

const char* const kColumns =
    "system,framework,rule,phase,kernel,batch,isl_or_1,heads,key_heads,key_size,value_size,taps,"
    "channels,state_bytes,latency_us\n";

}  // namespace

TEST_CASE("Kernels of linear attention are within 20 % in the median where they were fitted") {
  int fitted = 0;
  for (const json& row : rows_of({"validate", "linear-attention", "--json"})) {
    if (row.at("row_kind") == "total") continue;
    CAPTURE(row.dump());
    CHECK(row.at("status") == "known");
    const bool fit = row.at("system") == "a100_sxm" || row.at("system") == "h100_sxm";
    if (!fit) continue;
    CHECK(row.at("median_error") < 0.2);
    ++fitted;
  }
  CHECK(fitted == 15);  // A100: three kernels; H100: four of each engine
}

TEST_CASE("Mistakes in measurements of linear attention end with one line that names the column") {
  const std::string start = "h100_sxm,vllm,delta,context,k,";
  for (const auto& [text, column] :
       {std::pair{start + "0,1,8,8,128,128,4,0,4,10\n", "batch"},
        std::pair{start + "1,-1,8,8,128,128,4,0,4,10\n", "isl_or_1"},
        std::pair{start + "1,1,8,8,128,128,4,-2,4,10\n", "channels"},
        std::pair{start + "1,1,8,8,128,128,4,0,0,10\n", "state_bytes"},
        std::pair{std::string("h100_sxm,vllm,gamma,context,k,") + "1,1,8,8,128,128,4,0,4,10\n",
                  "rule"}}) {
    const Answer answer = answer_to("linear-attention", kColumns + text);
    CAPTURE(text, answer.err);
    CHECK(answer.exit_code == 2);
    CHECK(count_lines(answer.err) == 1);
    CHECK(answer.err.find(column) != std::string::npos);
  }
}
