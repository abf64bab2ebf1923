// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/data_sheet.hpp"

#include <catch2/catch.hpp>

#include "jacquard/cost/linear_attention.hpp"
#include "jacquard/cost/quantise.hpp"

using namespace jacquard;
using Catch::Contains;

TEST_CASE("a device without a measured law says what is assumed of it, others say nothing") {
  const auto words = [](const char* name) {
    return cost::words_of_data_sheet(cost::device_of(name, {"test", ""}));
  };
  for (const char* name : {"a100_sxm", "l40s", "h100_sxm", "h20", "b200_sxm", "gb300"}) {
    CHECK(words(name).empty());
  }
  CHECK_THAT(words("mi355x"), Contains("mi355x has no measured law") && Contains("take 80 %"));
  CHECK_THAT(words("mi300x"), Contains("take 47 %"));  // what was measured of it, published
  CHECK_THAT(words("tpu7x"), Contains("take 95 %"));
  CHECK_THAT(words("rubin"), Contains("A100's reach 96 % and H100's 84 %"));
}

// docs/cost.md: a scan's 5,120 bytes for a token and head of 128, at 0.89 of the bandwidth.
TEST_CASE("rates of a GPU's processor do not bound a device of a few matrix units") {
  workload::LinearAttentionWork scan;
  scan.batch = 64, scan.queries = 1024, scan.heads = 32, scan.key_heads = 16;
  for (const char* name : {"tpu7x", "tpu_v5p", "trainium3"}) {
    CAPTURE(name);
    const cost::Device device = cost::device_of(name, {"test", ""});
    const double bandwidth = device.memory_bandwidth.count();
    const double moved = 64 * 1024 * 32 * 5120.0;
    const auto time = cost::linear_state_time(device, scan, cost::Software::vllm);
    CHECK(time.count() == Approx(17.3e-6 + moved / (0.89 * bandwidth)).epsilon(1e-9));

    const auto quantised = cost::quantise_time(device, 65536, 4096, cost::Software::vllm);
    const double bytes = 65536 * 4096 * 7.29;
    CHECK(quantised.count() == Approx(2.21e-6 + bytes / (0.85 * bandwidth)).epsilon(1e-9));
  }
}
