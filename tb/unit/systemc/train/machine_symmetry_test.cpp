// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <cmath>

#include "support/fewer.hpp"
#include "systemc/train/on_machine.hpp"
#include "unit/systemc/train/jobs.hpp"

using namespace jacquard;

namespace {

train::TrainConfig on_links(train::TrainConfig config, engine::Symmetry symmetry) {
  config.engine = "cycle";
  config.detail = "links";
  config.symmetry = symmetry;
  return config;
}

train::StepAnswer run(const train::TrainConfig& config) {
  return train::run_step(tb::prepared(config));
}

// Nothing for a message that would pass several links of a ring.
std::optional<train::StepAnswer> answer(const train::TrainConfig& config) {
  try {
    return run(config);
  } catch (const base::ConfigError& error) {
    CHECK_THAT(error.what(), Catch::Contains("messages that pass one circuit each"));
    return std::nullopt;
  }
}

// Eight stages of 64 NPUs.
train::TrainConfig large_job() {
  return tb::small_job("Switch(8) Switch(64)", "dp=8,tp=8,pp=8,zero=1,micro_batches=8", 64);
}

}  // namespace

TEST_CASE("One NPU of a class stands for all of it, to the picosecond") {
  int stood = 0;
  const int cases = tb::fewer_sanitized(16);
  for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(cases); ++seed) {
    base::Rng rng(seed, "symmetric steps");
    train::TrainConfig config = tb::random_job(rng);
    config.hbm = seed % 3 == 0 ? "" : "peak";
    CAPTURE(seed, config.hbm, workload::parallelism_codec().show(config.parallel).dump());
    const std::optional<train::StepAnswer> of_all = answer(on_links(config, engine::Symmetry::off));
    const std::optional<train::StepAnswer> of_one =
        answer(on_links(config, engine::Symmetry::automatic));
    REQUIRE(of_all.has_value() == of_one.has_value());
    if (!of_all) continue;
    const train::StepAnswer& each = *of_all;
    const train::StepAnswer& one = *of_one;
    CHECK(each.simulated_npus == 32);
    CHECK(one.time == each.time);
    if (one.simulated_npus == 32) continue;
    ++stood;
    for (std::size_t c = 0; c < one.accounts.size(); ++c) {
      const auto difference = one.accounts[c].compute - each.accounts[c].compute;
      // Accesses that come to a memory at one instant may be served in another order.
      const bool ties = config.hbm == "peak" && config.parallel.pp > 1;
      CHECK(std::abs(difference.count()) <= (ties ? each.time.count() / 1000 : 0));
    }
    for (std::size_t d = 0; d < one.dimensions.size(); ++d) {
      CHECK(one.dimensions[d].bytes == each.dimensions[d].bytes);
    }
  }
  CHECK(stood > (cases - 4) / 3);
}

TEST_CASE("A step of 512 NPUs runs where one of each stage stands for 64, within 2 % of events") {
  const train::StepAnswer machine = run(on_links(large_job(), engine::Symmetry::automatic));
  CHECK(machine.simulated_npus == 8);
  const train::StepAnswer events = run(large_job());
  CHECK(std::abs(machine.time / events.time - 1) < 0.02);
}

TEST_CASE("Where no NPU stands for others a large step is refused, with the reason") {
  train::TrainConfig circuits = on_links(large_job(), engine::Symmetry::automatic);
  circuits.detail = "circuit";
  train::TrainConfig slow = on_links(large_job(), engine::Symmetry::automatic);
  slow.exchange.faults.slow_npus = 1;
  const struct {
    train::TrainConfig config;
    const char* why;
  } refused[] = {
      {on_links(large_job(), engine::Symmetry::off), "symmetry is off"},
      {circuits, "circuits tell their partners apart"},
      {slow, "NPUs differ"},
  };
  for (const auto& one : refused) {
    CAPTURE(one.why);
    CHECK_THROWS_WITH(run(one.config),
                      Catch::Contains("at most 256 NPUs") &&
                          Catch::Contains("512 NPUs, each of which is simulated") &&
                          Catch::Contains(one.why));
  }
}
