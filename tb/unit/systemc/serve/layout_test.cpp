// SPDX-License-Identifier: Apache-2.0
#include "systemc/serve/layout.hpp"

#include <catch2/catch.hpp>

#include "support/fault_of.hpp"

using namespace jacquard;
using namespace jacquard::serve;
using Catch::Contains;
using tb::fault_of;

TEST_CASE("a split names instances and degrees of both sides") {
  const SplitLayout split = parse_split("prefill=2xtp4,decode=4xtp8dp2ep16pp3");
  CHECK(split.prefill.instances == 2);
  CHECK(split.prefill.tp == 4);
  CHECK(split.prefill.npus() == 8);
  CHECK(split.decode.instances == 4);
  CHECK(split.decode.tp == 8);
  CHECK(split.decode.dp == 2);
  CHECK(split.decode.ep == 16);
  CHECK(split.decode.pp == 3);
  CHECK(split.decode.npus() == 4 * 8 * 2 * 3);
  CHECK(parse_split("decode=1xdp2,prefill=1xtp1").decode.dp == 2);
}

TEST_CASE("a split that says something else is refused at --disaggregate") {
  for (const char* text :
       {"", "prefill=2xtp4", "prefill=2xtp4,decode=", "prefill=2xtp4,decode=0xtp4",
        "prefill=2xtp4,prefill=2xtp4", "prefill=2xtp4,decode=2", "prefill=2xtp4,decode=2x",
        "prefill=2xtp4,decode=2xtp", "prefill=2xtp4,decode=2xmp4", "prefill=2xtp4,decode=2xtp4,",
        "prefill=2xtp4,decode=99999xtp4", "prefill=-1xtp4,decode=1xtp4"}) {
    INFO(text);
    CHECK_THAT(fault_of([&] { parse_split(text); }), Contains("--disaggregate"));
  }
}
