// SPDX-License-Identifier: Apache-2.0
// A server and a step ask the same price of a collective over nodes.
#include <catch2/catch.hpp>
#include <cmath>

#include "jacquard/rounds/names.hpp"
#include "jacquard/serve/cost/serving_op.hpp"
#include "jacquard/serve/hardware/system_name.hpp"
#include "jacquard/systems/system_noun.hpp"
#include "systemc/serve/setup.hpp"
#include "unit/systemc/train/jobs.hpp"

using namespace jacquard;
using rounds::CollectiveKind;

namespace {

constexpr CollectiveKind kKinds[] = {CollectiveKind::all_reduce, CollectiveKind::reduce_scatter,
                                     CollectiveKind::all_gather, CollectiveKind::all_to_all};
constexpr std::int64_t kSizes[] = {1'000, 98'304, 8'388'608, 1'000'000'000};

// Of the collective alone among NPUs 0..members-1, in a step on that system.
base::Picoseconds in_step(const topology::System& system, CollectiveKind kind, int members,
                          std::int64_t bytes, systems::Law law = systems::Law::system) {
  const int npus = topology::build_network(system.network).npus();
  train::TrainConfig config = tb::small_job("Switch(2)", "dp=2", 2);
  config.system = system;
  config.law = law;
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

// Of H100 in nodes of 8, by dimension.
std::string file_of(const std::string& topology, const std::string& bandwidth) {
  return R"json({"network": {"topology": ")json" + topology + R"json(", "bandwidth": ")json" +
         bandwidth +
         R"json(", "bandwidth_per": "npu", "latency": "1 us"},
          "npu": {"device": "h100_sxm"}, "node": 8})json";
}

}  // namespace

TEST_CASE("a collective over nodes takes a server as long as a step") {
  int compared = 0;
  const std::string slow = file_of("Switch(8) Switch(2)", "100 GB/s,25 GB/s");
  const std::string three = file_of("Switch(8) Switch(4) Switch(4)", "450 GB/s,50 GB/s,5 GB/s");
  const std::vector<std::pair<std::string, int>> asked = {
      {"16xh100", 16},    {"64xh200", 16},      {"64xh200", 64}, {"16xa100", 16},
      {"144xgb200", 144}, {"dgx_h100_8x8", 64}, {slow, 16},      {three, 16},
      {three, 32},        {three, 64},          {three, 128}};
  for (const auto& [word, members] : asked) {
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
  CHECK(compared == 176);
}

TEST_CASE("links of a file that are slower than its device's are what a node has") {
  const auto tp8 = [](const char* inside) {
    const auto system =
        serve::system_named(file_of("Switch(8)", inside), config::Place{"--system", ""});
    const serve::Communication c{CollectiveKind::all_reduce, 8, base::Bytes{8'388'608}};
    return serve::seconds_of(serve::deployment_on(system), {workload::OpLabel::other, c}, false);
  };
  CHECK(tp8("450 GB/s").count() == tp8("900 GB/s").count());
  CHECK(tp8("10 GB/s").count() > 10 * tp8("450 GB/s").count());
}

TEST_CASE("under the law of links a server and a step ask links alone, also in a node") {
  int compared = 0;
  for (const auto& [word, members] :
       {std::pair("8xh100", 8), {"16xh100", 16}, {"64xh200", 64}, {"64xh200", 4}}) {
    const topology::System system =
        systems::find_system(std::string(word), {"--system", ""}).system;
    serve::Deployment d = serve::deployment_on(serve::system_named(word, {"--system", ""}));
    for (const CollectiveKind kind : kKinds) {
      for (const std::int64_t bytes : kSizes) {
        INFO(word << ": " << rounds::name_of(kind) << " of " << bytes << " among " << members);
        const serve::ServingOp op{workload::OpLabel::other,
                                  serve::Communication{kind, members, base::Bytes{bytes}}};
        d.law = systems::Law::system;
        const double reached = serve::seconds_of(d, op, false).count();
        d.law = systems::Law::links;
        const double links = serve::seconds_of(d, op, false).count();
        CHECK(std::llround(links * 1e12) ==
              in_step(system, kind, members, bytes, systems::Law::links).count());
        CHECK(links < reached);
        ++compared;
      }
    }
  }
  CHECK(compared == 64);
}
