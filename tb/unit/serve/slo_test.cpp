// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/slo.hpp"

#include <catch2/catch.hpp>

#include "support/fault_of.hpp"

using namespace jacquard;
using namespace jacquard::serve;
using Catch::Contains;
using tb::fault_of;

namespace {

// First token after 2 s, then ten more in 50 ms each.
RequestRecord record() {
  RequestRecord r;
  r.input = 5;
  r.output = 11;
  r.arrival = r.queued = base::Picoseconds{1'000'000'000'000};
  r.first_token = base::Picoseconds{3'000'000'000'000};
  r.last_token = base::Picoseconds{3'500'000'000'000};
  return r;
}

}  // namespace

TEST_CASE("limits are kept up to their last picosecond") {
  CHECK(parse_slo("ttft=2 s").kept_by(record()));
  CHECK_FALSE(parse_slo("ttft=1999999999999 ps").kept_by(record()));
  CHECK(parse_slo("tpot=50 ms").kept_by(record()));
  CHECK_FALSE(parse_slo("tpot=49 ms").kept_by(record()));
  CHECK(parse_slo("e2e=2500 ms").kept_by(record()));
  CHECK_FALSE(parse_slo("e2e=2499 ms").kept_by(record()));
}

TEST_CASE("a request is good if it keeps all limits") {
  CHECK(parse_slo("ttft=2 s, tpot=50 ms, e2e=3 s").kept_by(record()));
  CHECK_FALSE(parse_slo("ttft=2 s,tpot=50 ms,e2e=1 s").kept_by(record()));
}

TEST_CASE("the share that is asked for is 0.9 unless p says") {
  CHECK(parse_slo("ttft=2 s").share == 0.9);
  CHECK(parse_slo("ttft=2 s,p=0.99").share == 0.99);
  RequestRecord late = record();
  late.first_token = late.last_token = base::Picoseconds{9'000'000'000'000};
  CHECK(parse_slo("ttft=2 s").kept({record(), record(), record(), late}) == 0.75);
  CHECK(parse_slo("ttft=2 s").kept({}) == 1);
}

TEST_CASE("limits that are none are refused at --slo") {
  for (const char* text : {"", "fast", "ttft=2", "ttft=0 s", "latency=2 s", "p=0.9", "ttft=2 s,p=0",
                           "ttft=2 s,p=1.1", "ttft=2 GB", "ttft=2 s,,", "ttft=2 s,ttft=3 s"}) {
    INFO(text);
    CHECK_THAT(fault_of([&] { parse_slo(text); }), Contains("--slo"));
  }
}
