// SPDX-License-Identifier: Apache-2.0
// A server and a step ask the same price of a collective over nodes.
#include <catch2/catch.hpp>
#include <cmath>

#include "jacquard/rounds/names.hpp"
#include "jacquard/serve/cost/serving_op.hpp"
#include "jacquard/serve/hardware/system_name.hpp"
#include "jacquard/systems/system_noun.hpp"
#include "sim/serve/setup.hpp"
#include "unit/sim/train/jobs.hpp"

using namespace jacquard;
using rounds::CollectiveKind;

namespace {

constexpr CollectiveKind kKinds[] = {CollectiveKind::all_reduce, CollectiveKind::reduce_scatter,
                                     CollectiveKind::all_gather, CollectiveKind::all_to_all};
constexpr std::int64_t kSizes[] = {1'000, 98'304, 8'388'608, 1'000'000'000};

// Of the collective alone among NPUs 0..members-1, in a step on that system.
base::Picoseconds in_step(const topology::System& system, CollectiveKind kind, int members,
                          std::int64_t bytes) {
  const int npus = topology::build_network(system.network).npus();
  train::TrainConfig config = tb::small_job("Switch(2)", "dp=2", 2);
  config.system = system;
  config.parallel.tp = members;
  config.parallel.dp = npus / members;
  config.batch = npus;
  config.ignore_memory = true;
  config.model.hidden = config.model.heads = config.model.kv_heads = config.model.inner = members;
  config.model.vocabulary = config.model.sequence = members;
  train::Step step = train::without_program(config, {"job", ""});
  workload::StepProgram program;
  program.grid = config.parallel.grid();
  workload::CommWork& comm = program.comms.emplace_back();
  comm.kind = kind;
  comm.bytes = base::Bytes{bytes};
  comm.axes = workload::mask_of(workload::Axis::tp);
  train::set_program(step, std::move(program));
  return train::comm_times(step).front().time;
}

}  // namespace

TEST_CASE("a collective over nodes takes a server as long as a step") {
  int compared = 0;
  for (const auto& [word, members] : {std::pair("16xh100", 16),
                                      {"64xh200", 16},
                                      {"64xh200", 64},
                                      {"16xa100", 16},
                                      {"144xgb200", 144},
                                      {"dgx_h100_8x8", 64},
                                      {"dgx_h100_8x8", 32}}) {
    const topology::System system =
        systems::find_system(std::string(word), {"--system", ""}).system;
    const serve::NamedSystem served = serve::system_named(word, {"--system", ""});
    const serve::Deployment d = serve::deployment_on(served);
    REQUIRE(d.node < members);
    for (const CollectiveKind kind : kKinds) {
      for (const std::int64_t bytes : kSizes) {
        INFO(word << ": " << rounds::name_of(kind) << " of " << bytes << " among " << members);
        const serve::Communication c{kind, members, base::Bytes{bytes}};
        const base::Seconds time = serve::seconds_of(d, {workload::OpLabel::other, c}, false);
        CHECK(std::llround(time.count() * 1e12) == in_step(system, kind, members, bytes).count());
        ++compared;
      }
    }
  }
  CHECK(compared == 112);
}
