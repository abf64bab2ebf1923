// SPDX-License-Identifier: Apache-2.0
#include "jacquard/base/synonyms.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"

using namespace jacquard::base;

TEST_CASE("Words that people use lead to our names") {
  const std::vector<std::string> options = {"--guard", "--latency", "--bandwidth", "--bytes"};
  CHECK(meant_by("--reconfiguration-time", options) == "--guard");
  CHECK(meant_by("NVLink", options) == "--bandwidth");
  CHECK(meant_by("NVLink", {"Ring", "Switch"}) == "Switch");
  CHECK(meant_by("message_size", options) == "--bytes");
  CHECK(meant_by("propagation delay", options) == "--latency");
}

TEST_CASE("A word without a meaning here leads nowhere") {
  CHECK(meant_by("efficiency", {"bandwidth", "Ring"}).empty());
  CHECK(meant_by("reconfiguration", {"bytes"}).empty());
  CHECK(our_names_for("colour").empty());
}

TEST_CASE("A name that a candidate begins with, or its words' letters, come before a spelling") {
  CHECK(nearest("h200", {"gb200", "h100_sxm", "h200_sxm"}) == "h200_sxm");
  CHECK(nearest("mb", {"dp", "tp", "micro_batch"}) == "micro_batch");
  CHECK(nearest("mb", {"dp", "tp"}).empty());
  CHECK(nearest("dpp", {"dp", "tp"}) == "dp");
  CHECK(nearest("qsp", {"wwfa", "qps"}) == "qps");
  CHECK(nearest("--m", {"--mode", "--most"}).empty());
}

TEST_CASE("The nearest spelling comes before another word") {
  CHECK(nearest("delays", {"delay", "latency"}) == "delay");
  CHECK(nearest("reconfiguration", {"guard", "rate"}) == "guard");
}
