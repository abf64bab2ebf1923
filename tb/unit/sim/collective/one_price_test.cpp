// SPDX-License-Identifier: Apache-2.0
// One question, one price: a collective of all NPUs of every shipped system, by every path that
// prices one.
#include <catch2/catch.hpp>
#include <cmath>

#include "jacquard/base/error.hpp"
#include "jacquard/config/find_config.hpp"
#include "jacquard/cost/node_collective.hpp"
#include "jacquard/engine/step/list_schedule.hpp"
#include "jacquard/plan/physical/collective_prices.hpp"
#include "jacquard/rounds/names.hpp"
#include "jacquard/serve/cost/serving_op.hpp"
#include "jacquard/serve/hardware/system_name.hpp"
#include "jacquard/systems/cluster_system.hpp"
#include "jacquard/systems/npu_device.hpp"
#include "jacquard/systems/system_noun.hpp"
#include "sim/collective/compare_rows.hpp"
#include "sim/ladder/jobs.hpp"
#include "systemc/collective/compare.hpp"
#include "systemc/collective/fit_algorithms.hpp"
#include "systemc/collective/reached.hpp"
#include "systemc/train/genstack/job_source.hpp"
#include "unit/systemc/train/jobs.hpp"

using namespace jacquard;
using base::Picoseconds;
using rounds::CollectiveKind;
using systems::Law;

namespace {

constexpr std::int64_t kSizes[] = {1'000, 98'304, 8'388'608, 1'000'000'000};
constexpr int kMostOfEvents = 256;  // NPUs; more take minutes, by the same rounds

// Kinds that no path but `collective` carries, and why.
struct Alone {
  CollectiveKind kind;
  const char* why;
};
constexpr Alone kAlone[] = {
    {CollectiveKind::broadcast, "steps and servers have none: their programs never make one"},
    {CollectiveKind::send, "of two NPUs, on the way between them: a pipeline's, not of a group"},
    {CollectiveKind::reduce, "steps and servers have none: its root alone ends with the sum"},
    {CollectiveKind::permute, "of a job's or a file's own permutation"}};
constexpr CollectiveKind kKinds[] = {CollectiveKind::all_reduce, CollectiveKind::reduce_scatter,
                                     CollectiveKind::all_gather, CollectiveKind::all_to_all};

struct Asked {
  const std::string& name;
  const topology::System& system;
  const topology::Network& network;
  Law law;
  CollectiveKind kind;
  base::Bytes bytes;
};

run::CollectiveConfig config_of(const Asked& a, const char* engine) {
  run::CollectiveConfig config = run::collective_on(a.system, {"--system", ""});
  config.law = a.law;
  config.kind = a.kind;
  config.bytes = a.bytes;
  config.engine = engine;
  config.algorithm = run::fitting_algorithms(config, a.system, a.network);
  return config;
}

// What `jacquard collective` says where nobody says how.
struct Answer {
  Picoseconds time;
  std::string way;
  bool by_law = false;
};

Answer collective_on(const Asked& a, const char* engine) {
  run::CollectiveConfig config = config_of(a, engine);
  const run::Reached reached = run::reached_of(config, &a.system, {"--system", ""}, a.network);
  const auto request = run::request_of(config, a.network, 1);
  if (const auto law = run::node_time_of(config, reached, a.network, request)) {
    return {law->time, law->algorithm, true};
  }
  std::string way;
  if (a.system.algorithm.empty()) {
    const auto usual = run::usual_way(config, a.network, reached, 1);
    REQUIRE(usual);
    config.algorithm = usual->algorithm;
    config.spread = usual->spread;
    config.chunks = usual->chunks;
    const bool several = request.shape.digits() > 1;
    way = several ? run::words_for(*usual, config.kind == CollectiveKind::all_reduce)
                  : usual->algorithm;
    if (const auto closed = run::closed_time(config, a.network, reached)) return {*closed, way};
  }
  const run::Work work = run::make_work(config, a.network, "", 1);
  return {run::run_collective(config, reached.carrier(a.network), work).time, way};
}

// A step that does nothing but this collective of all NPUs.
train::Step step_of(const Asked& a, const char* engine) {
  train::TrainConfig config = tb::small_job("Switch(2)", "dp=2", 2);
  config.system = a.system;
  config.law = a.law;
  config.engine = engine;
  config.parallel.dp = config.batch = a.network.npus();
  config.ignore_memory = true;
  train::Step step = train::without_program(config, {"job", ""});
  workload::StepProgram program;
  program.grid = config.parallel.grid();
  workload::CommWork& comm = program.comms.emplace_back();
  comm.kind = a.kind;
  comm.bytes = a.bytes;
  comm.axes = workload::mask_of(workload::Axis::dp);
  workload::StepOp op;
  op.kind = workload::OpKind::collective;
  op.work = 0;
  op.stream = workload::kReduceStream;
  program.classes.resize(1);
  program.classes.front().ops.push_back(op);
  train::set_program(step, std::move(program));
  return step;
}

Picoseconds in_step(const Asked& a, const char* engine) {
  return train::run_step(step_of(a, engine)).time;
}

// Engines refuse links that carry more, whatever it would take.
std::string why_not_counted(const Asked& a) {
  const double npus = a.network.npus();
  const double sent = a.kind == CollectiveKind::all_gather ? npus * npus : npus;
  const bool much = sent * static_cast<double>(a.bytes.count()) > 2e18;
  return much ? "links that carry more bytes than a number of 64 bits" : "";
}

std::string why_not_alone(const Asked& a) {
  const bool many = !a.system.algorithm.empty() && a.network.npus() > kMostOfEvents;
  return many ? "the system's own algorithms, whose messages meet: events alone, of many NPUs" : "";
}

std::string why_no_events(const Asked& a) {
  if (a.network.npus() > kMostOfEvents) return "minutes of events, by the same rounds";
  const auto& all = a.network.fabric->all();
  const bool rings = std::any_of(all.begin(), all.end(), [](const topology::Dimension& d) {
    return d.block == topology::Block::ring;
  });
  return rings ? "messages meet on rings, where closed forms estimate (docs/engines.md)" : "";
}

std::string why_not_by_layers(const Asked& a) {
  if (a.system.npu.device.empty()) return "no device, whose peaks by type a plan of layers needs";
  const bool nccl = cost::has_nccl(systems::device_of(a.system.npu, {"--system", "/npu"}));
  if (nccl && a.network.npus() <= a.system.node && a.law != Law::links) return "";
  return "one chunk after another by ring and BlueConnect, as MAD-Max's blocks (docs/systems.md)";
}

Picoseconds by_layers(const Asked& a) {
  const systems::Cluster cluster = systems::cluster_of(a.system, a.name, {"--system", ""});
  plan::physical::CollectivePrices prices(cluster, plan::Physics::all(), a.law);
  return prices
      .physical(a.kind, plan::physical::Reach::inside, static_cast<double>(a.bytes.count()))
      .time;
}

std::string why_not_served(const Asked& a) {
  if (a.system.npu.device.empty()) return "no device to serve on";
  if (!a.system.algorithm.empty()) return "servers go the usual way, whatever a system's algorithm";
  const bool in_node = a.network.npus() <= std::max(a.system.node, 1);
  const bool own = in_node && a.law != Law::links && a.kind == CollectiveKind::all_reduce;
  return own ? "the serving engine's own kernel (docs/serve.md)" : "";
}

Picoseconds served(const Asked& a) {
  serve::Deployment d = serve::deployment_on(serve::system_named(a.name, {"--system", ""}));
  d.law = serve::law_of(d.device, a.law, {"--law", ""});
  const serve::Communication c{a.kind, a.network.npus(), a.bytes};
  const base::Seconds time = serve::seconds_of(d, {workload::OpLabel::other, c}, false);
  return Picoseconds{std::llround(time.count() * 1e12)};
}

Picoseconds by_knobs(const Asked& a) {
  engine::step::ListSchedule schedule;
  return train::analytic_time(step_of(a, "analytic"), schedule);
}

std::string why_not_in_stack(const Asked& a) {
  const bool in_node = step_of(a, "analytic").node_comms.front().has_value();
  return in_node ? "" : "circuits carry it, in slots of the stack (docs/genstack.md)";
}

Picoseconds in_stack(const Asked& a) {
  return genstack::work_of(step_of(a, "analytic"), "ring").job.graph(0).node(0).duration;
}

// A verb's way to the price of a collective. `least`: times that it has one in this test.
struct Path {
  const char* verb;
  std::string (*why_not)(const Asked&);  // "" where it has the one price
  Picoseconds (*price)(const Asked&);
  int least;
  int priced = 0;
};

std::vector<Path> paths() {
  return {
      {"collective", why_not_alone,
       [](const Asked& a) {
         return collective_on(a, a.system.algorithm.empty() ? "analytic" : "event").time;
       },
       1'000},
      {"collective --engine event", why_no_events,
       [](const Asked& a) { return collective_on(a, "event").time; }, 500},
      {"train", why_not_counted, [](const Asked& a) { return in_step(a, "analytic"); }, 1'000},
      {"train --engine event", why_no_events, [](const Asked& a) { return in_step(a, "event"); },
       500},
      {"plan by knobs", [](const Asked&) { return std::string(); }, by_knobs, 1'000},
      {"plan by layers", why_not_by_layers, by_layers, 32},
      {"serve", why_not_served, served, 800},
      {"genstack", why_not_in_stack, in_stack, 32},
      {"ladder", [](const Asked&) { return std::string("jobs alone: the test below"); }, nullptr,
       0},
      {"advise",
       [](const Asked&) { return std::string("the rate of a port alone: no collective"); }, nullptr,
       0},
  };
}

}  // namespace

TEST_CASE("Every verb has one price of a collective on every system, of every kind, by each law",
          "[plain]") {
  std::vector<Path> all = paths();
  for (const std::string& name : config::shipped_configs("systems")) {
    const topology::System system = systems::find_system(name, {"--system", ""}).system;
    const topology::Network network = topology::build_network(system.network);
    REQUIRE(network.fabric);
    REQUIRE(network.placement.is_identity());
    for (const Law law : {Law::system, Law::links}) {
      for (const CollectiveKind kind : kKinds) {
        for (const std::int64_t bytes : kSizes) {
          const Asked a{name, system, network, law, kind, base::Bytes{bytes}};
          const train::Step step = step_of(a, "analytic");
          const Picoseconds one = train::comm_times(step).front().time;
          for (Path& path : all) {
            if (!path.why_not(a).empty()) continue;
            INFO(path.verb << " on " << name << ", law " << static_cast<int>(law) << ": "
                           << rounds::name_of(kind) << " of " << bytes);
            CHECK(path.price(a).count() == one.count());
            ++path.priced;
          }
          if (!system.algorithm.empty()) continue;
          const std::string way = collective_on(a, "analytic").way;
          INFO(name << ": " << rounds::name_of(kind) << " of " << bytes);
          if (!way.empty()) CHECK(way == train::ways_of(step).front());
        }
      }
    }
  }
  for (const Path& path : all) {
    INFO(path.verb);
    CHECK(path.priced >= path.least);
  }
  CHECK(std::size(kKinds) + std::size(kAlone) == rounds::kind_names().size() + 1);  // and permute
}

TEST_CASE("A rung of the ladder prices the collectives of its job as a collective alone") {
  int compared = 0;
  for (const char* name : {"dgx_h100_8", "dgx_h100_8x8", "aws-p4d-128", "zionex-8"}) {
    const topology::System system =
        systems::find_system(std::string(name), {"--system", ""}).system;
    const topology::Network network = topology::build_network(system.network);
    train::TrainConfig config = tb::small_job("Switch(2)", "dp=2", 2);
    config.system = system;
    config.parallel.dp = config.batch = network.npus();
    config.parallel.zero = 2;
    for (const char* engine : {"analytic", "event"}) {
      config.engine = engine;
      const train::Step step = tb::prepared(config);
      const ladder::Rung rung{engine, "", "", ""};
      INFO(name << " " << engine);
      CHECK(ladder::of_step(config, {"job", ""}, 0)(rung).time == train::run_step(step).time);
      const std::vector<engine::step::CommTime> times = train::comm_times(step);
      for (std::size_t c = 0; c < times.size(); ++c) {
        const workload::CommWork& comm = step.program.comms[c];
        if (step.program.grid.members(comm.axes) != network.npus()) continue;
        const std::string word = name;
        CHECK(collective_on({word, system, network, Law::system, comm.kind, comm.bytes}, engine)
                  .time == times[c].time);
        ++compared;
      }
    }
  }
  CHECK(compared >= 16);
}
