// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/usual_batch.hpp"

#include <catch2/catch.hpp>

#include "systemc/train/run_step.hpp"

using namespace jacquard;
using train::usual_batch;

namespace {

train::TrainConfig llama3_8b_on_a_node(const char* parallel) {
  train::TrainConfig config;
  const auto& table = train::train_fields();
  table.set(config, "model", "llama3-8b", "test");
  table.set(config, "system", "dgx_h100_8", "test");
  table.set(config, "parallel", parallel, "test");
  return config;
}

}  // namespace

TEST_CASE("A usual step has 4 Mi tokens or the next multiple of the NPUs") {
  CHECK(usual_batch(4096, 64) == 1024);  // Llama 2's
  CHECK(usual_batch(8192, 8) == 512);
  CHECK(usual_batch(8192, 72) == 576);         // 8 x 72, as 7 x 72 has fewer
  CHECK(usual_batch(8192, 16'384) == 16'384);  // one for each
  CHECK(usual_batch(1 << 24, 3) == 3);
}

TEST_CASE("A usual step has micro-batches that fit into memory") {
  train::TrainConfig config = llama3_8b_on_a_node("dp=8,zero=3");
  REQUIRE(train::use_usual_batch(config, {}));
  CHECK(config.batch == 512);  // 4 Mi tokens in sequences of 8,192
  CHECK(config.parallel.micro_batch >= 1);
  CHECK(config.parallel.micro_batch < 64);  // all of a replica's would not fit
  CHECK(train::fits(train::without_program(config, {})));
}

TEST_CASE("A usual step is a multiple of what its micro-batches need") {
  train::TrainConfig config = llama3_8b_on_a_node("tp=8,micro_batch=3");
  REQUIRE(train::use_usual_batch(config, {}));
  CHECK(config.batch == 513);
  CHECK(config.parallel.micro_batch == 3);
  config = llama3_8b_on_a_node("tp=2,pp=4,micro_batches=7");
  REQUIRE(train::use_usual_batch(config, {}));
  CHECK(config.batch == 518);
  CHECK(config.parallel.micro_batch == 0);
}

TEST_CASE("Inference has no usual batch") {
  train::TrainConfig config = llama3_8b_on_a_node("tp=8");
  config.kind = workload::StepKind::decode;
  CHECK_FALSE(train::use_usual_batch(config, {}));
  CHECK(config.batch == 1);
}
