// SPDX-License-Identifier: Apache-2.0
#include "jacquard/plan/strategy.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "jacquard/base/error.hpp"

namespace jacquard::plan {
namespace {

Model recommender() {
  Model model;
  model.bottom = model.top = {2, 64, 0, 0};
  model.embedding = {8, 1000, 16, 1};
  return model;
}

Cluster cluster(int nodes) {
  Cluster c;
  c.nodes = nodes;
  return c;
}

std::string parsed(const std::string& text) {
  return text_of(parse_strategy(text, recommender(), cluster(16), "--strategy"));
}

std::string fault(const std::string& text) {
  try {
    parsed(text);
  } catch (const base::ConfigError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a strategy's degrees that are left out are those of its levels") {
  CHECK(parsed("mlp=ddp emb=mp") == "mlp=ddp:128 emb=mp:128");
  CHECK(parsed("emb=mp,ddp  mlp=tp,ddp") == "mlp=tp:8,ddp:16 emb=mp:8,ddp:16");
  CHECK(parsed("mlp=tp:8,ddp:16 emb=mp:128") == "mlp=tp:8,ddp:16 emb=mp:128");
}

TEST_CASE("a strategy that is none is refused with what would do") {
  CHECK(fault("mlp=ddp") ==
        "--strategy, emb: expected emb=SCHEME[:DEGREE][,SCHEME[:DEGREE]], found none "
        "(the model has such layers)");
  CHECK(fault("mlp=ddp:64 emb=mp") ==
        "--strategy, mlp: expected a degree of 128, found \"64\" (16 nodes of 8 devices: one level "
        "has all 128, two have 8 and 16)");
  CHECK(fault("mlp=mp emb=mp") ==
        "--strategy, mlp: expected one of ddp, fsdp, tp, found mp (this part cannot take it)");
  CHECK(fault("mlp=fspd emb=mp") ==
        "--strategy, mlp: expected one of ddp, fsdp, tp, found \"fspd\" (nearest is 'fsdp')");
  CHECK(fault("mlp=ddp emb=mp transformer=ddp") ==
        "--strategy, transformer: expected the parts of the model: emb, mlp, found transformer "
        "(the model has no such layers)");
  for (const char* text :
       {"", "mlp", "mlp=", "=ddp", "mlp=ddp:", "mlp=ddp:x", "mlp=ddp:-128", "mlp=ddp:128x",
        "mlp=ddp,ddp,ddp emb=mp", "mlp=ddp mlp=tp emb=mp", "mlp=ddp:99999999999999999999 emb=mp",
        "mlp=,ddp emb=mp", "pml=ddp emb=mp"}) {
    INFO(text);
    CHECK(!fault(text).empty());
  }
}

TEST_CASE("the design space has every combination of schemes and levels once") {
  const auto space = [](int nodes) {
    std::set<std::string> texts;
    const std::vector<Strategy> all = all_strategies(recommender(), cluster(nodes));
    for (const Strategy& strategy : all) texts.insert(text_of(strategy));
    CHECK(texts.size() == all.size());
    return texts.size();
  };
  CHECK(space(16) == (3 + 3 * 3) * (2 + 2 * 2));
  CHECK(space(1) == 3 * 2);
}

TEST_CASE("each strategy of a design space is the one that its text says") {
  for (const Strategy& strategy : all_strategies(recommender(), cluster(16))) {
    CHECK(parsed(text_of(strategy)) == text_of(strategy));
  }
}

}  // namespace jacquard::plan
