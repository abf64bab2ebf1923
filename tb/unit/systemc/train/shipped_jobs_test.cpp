// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "jacquard/base/data_path.hpp"
#include "jacquard/config/find_config.hpp"
#include "systemc/train/run_step.hpp"

using namespace jacquard;

TEST_CASE("Every shipped job splits its model, fills its network and fits its memory") {
  const std::vector<std::string> names = config::shipped_configs("jobs");
  REQUIRE(names.size() >= 5);
  for (const std::string& name : names) {
    INFO(name);
    const std::string file = base::data_path("configs/jobs/" + name + ".json");
    const auto job = config::read_config(train::train_fields(), file);
    CHECK(!job.title.empty());
    const train::Step step = train::prepare(job, {file, ""});
    CHECK(step.program.grid.size() == step.fabric.npus());
  }
}
