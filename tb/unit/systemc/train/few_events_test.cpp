// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/few_events.hpp"

#include <catch2/catch.hpp>

#include "unit/systemc/plan/knobs/problems.hpp"

using namespace jacquard;

namespace {

bool has_few(const char* system, const char* parallel, int batch) {
  train::TrainConfig config = tb::job("mixtral-8x7b", system, parallel, batch);
  config.ignore_memory = true;
  return train::has_few_events(train::prepare(config, {}));
}

}  // namespace

// Each layer, pass and micro-batch has two exchanges of experts among 8 NPUs: 56 messages each.
TEST_CASE("A step has few events where one NPU stands for others or micro-batches are few") {
  CHECK(has_few("8xh100", "ep=8,micro_batch=1", 1024));
  CHECK(has_few("tpu_v4_4x4x4", "ep=8,tp=8,micro_batch=1", 8));
  CHECK_FALSE(has_few("tpu_v4_4x4x4", "ep=8,tp=8,micro_batch=1", 512));
}
