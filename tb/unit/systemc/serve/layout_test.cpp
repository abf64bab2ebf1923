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

TEST_CASE("attention and experts apart have NPUs of their own") {
  const ApartLayout apart = parse_afd("attention=8xtp2,experts=16");
  CHECK(apart.groups == 8);
  CHECK(apart.tp == 2);
  CHECK(apart.experts == 16);
  CHECK(apart.npus() == 32);
  for (const char* text :
       {"", "attention=8xtp1", "experts=16,attention=8xtp1", "attention=8xpp2,experts=16",
        "attention=8xtp1,experts=", "attention=8,experts=16", "attention=8xtp1,experts=4xtp2"}) {
    INFO(text);
    CHECK_THAT(fault_of([&] { parse_afd(text); }), Contains("--afd"));
  }
}

TEST_CASE("attention and experts apart are refused what they cannot be") {
  const auto fault = [](const std::string& model, const std::string& afd, int npus, int tp = 0) {
    ServeConfig config;
    config.model = model;
    config.system = "h100";
    config.afd = afd;
    config.npus = npus;
    config.tp = tp;
    return fault_of([&] { setup_of(config); });
  };
  CHECK_THAT(fault("llama3-8b", "attention=1xtp1,experts=1", 2), Contains("a model with experts"));
  CHECK_THAT(fault("qwen3-235b-a22b", "attention=8xtp1,experts=16", 24, 2), Contains("--tp"));
  CHECK_THAT(fault("qwen3-235b-a22b", "attention=8xtp1,experts=12", 20), Contains("128 experts"));
  CHECK_THAT(fault("qwen3-235b-a22b", "attention=8xtp1,experts=16", 32), Contains("--npus 24"));
  CHECK_THAT(fault("deepseek-v3", "attention=6xtp1,experts=2", 8),
             Contains("experts=16 with --npus 22 would do"));
  CHECK_THAT(fault("qwen3-235b-a22b", "attention=8xtp3,experts=16", 40), Contains("--tp"));
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
