// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/overlap.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "systemc/train/run_step.hpp"
#include "unit/systemc/train/jobs.hpp"

using namespace jacquard;
using base::Picoseconds;

namespace {

// Two layers of Llama 3 8B by tp = 8 on a switch; its NPUs compute by rooflines.
train::TrainConfig config_with(const std::string& bandwidth) {
  train::TrainConfig config =
      tb::job("llama3-8b", tb::cluster("Switch(8)"), "tp=8,micro_batch=1", 1);
  config.layers = 2;
  train::train_fields().set(config, "system.network.bandwidth", bandwidth, "test");
  return config;
}

train::Step prepared(const std::string& bandwidth, const std::string& overlap) {
  train::TrainConfig config = config_with(bandwidth);
  train::set_overlap(config, {}, overlap, "--overlap");
  return train::prepare(config, {});
}

Picoseconds time_of(const std::string& bandwidth, const std::string& overlap,
                    const std::string& engine = "analytic") {
  train::Step step = prepared(bandwidth, overlap);
  step.config.engine = engine;
  return train::run_step(step).time;
}

}  // namespace

TEST_CASE("Slices of tp's loop cost kernels and hide communication") {
  // On a device with a law of kernels, slices make kernels smaller and more.
  const auto compute = [](const char* word) {
    train::TrainConfig config = tb::job("llama3-8b", "dgx_h100_8", "tp=8,micro_batch=1", 1);
    config.layers = 2;
    config.engine = "analytic";
    train::set_overlap(config, {}, word, "--overlap");
    return train::run_step(train::prepare(config, {})).accounts.front().compute;
  };
  CHECK(compute("meshslice:8") > compute("meshslice:2"));
  CHECK(compute("meshslice:2") > compute("none"));
  // Where links are slow, a step is as long as its communication whatever S, but for what is
  // computed outside: slices hide at most the sliced products.
  const Picoseconds whole = time_of("50 GB/s", "none");
  const Picoseconds sliced = time_of("50 GB/s", "meshslice:4");
  CHECK(sliced < whole);
  CHECK(whole - sliced < time_of("100000 TB/s", "none"));
  CHECK(time_of("50 GB/s", "async") < sliced);
}

TEST_CASE("One slice is no overlap") {
  CHECK(time_of("50 GB/s", "meshslice:1") == time_of("50 GB/s", "none"));
}

TEST_CASE("A sliced step takes the same time on the analytic and on the event engine") {
  for (const char* word : {"meshslice:2", "meshslice:4", "meshslice:32"}) {
    CAPTURE(word);
    CHECK(time_of("50 GB/s", word) == time_of("50 GB/s", word, "event"));
  }
}

TEST_CASE("meshslice:auto is the best of all slice counts") {
  for (const char* bandwidth : {"50 GB/s", "400 GB/s", "100000 TB/s"}) {
    Picoseconds shortest = time_of(bandwidth, "none");
    for (int s = 2; s <= train::kMostSlices; s *= 2) {  // an NPU has 1,024 tokens
      shortest = std::min(shortest, time_of(bandwidth, "meshslice:" + std::to_string(s)));
    }
    CHECK(time_of(bandwidth, "meshslice:auto") == shortest);
  }
}

TEST_CASE("An overlap that is none is refused with what can stand there") {
  train::TrainConfig config = config_with("50 GB/s");
  for (const char* word : {"meshslice", "meshslice:", "meshslice:0", "meshslice:-2", "meshslice:x",
                           "meshslice:4097", "Async", ""}) {
    CAPTURE(word);
    CHECK_THROWS_AS(train::set_overlap(config, {}, word, "--overlap"), base::ConfigError);
  }
  train::set_overlap(config, {}, "meshslice:3", "--overlap");
  CHECK_THROWS_AS(train::prepare(config, {}), base::ConfigError);  // of 1,024 tokens
}
