// SPDX-License-Identifier: Apache-2.0
#include "fuzz/entries.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "jacquard/astra/faithful.hpp"
#include "jacquard/astra/files/comm_groups.hpp"
#include "jacquard/astra/files/network.hpp"
#include "jacquard/astra/files/remote_memory.hpp"
#include "jacquard/astra/files/system.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/parse_number.hpp"
#include "jacquard/collective/prove/execute.hpp"
#include "jacquard/demand/quantise.hpp"
#include "jacquard/demand/read_demand.hpp"
#include "jacquard/demand/stuff.hpp"
#include "jacquard/interop/chakra/check.hpp"
#include "jacquard/interop/chakra/process_groups.hpp"
#include "jacquard/interop/chakra/skeleton.hpp"
#include "jacquard/interop/chakra/summary.hpp"
#include "jacquard/interop/goal/traces.hpp"
#include "jacquard/memory/channel.hpp"
#include "jacquard/memory/command_trace.hpp"
#include "jacquard/plan/evaluate.hpp"
#include "jacquard/report/job/chakra_timeline.hpp"
#include "jacquard/report/timeline/trace_events.hpp"
#include "jacquard/rounds/rounds_file.hpp"
#include "jacquard/schedule/check.hpp"
#include "jacquard/schedule/schedule_config.hpp"
#include "jacquard/schedule/schedule_file.hpp"
#include "jacquard/serve/traces/read_requests.hpp"
#include "jacquard/topology/user_graph.hpp"
#include "jacquard/workload/hugging_face.hpp"
#include "jacquard/workload/job_of_program.hpp"
#include "jacquard/workload/step_memory.hpp"
#include "jacquard/workload/training.hpp"

namespace jacquard::fuzz {
namespace {

// The name every text is read under: it must open each error.
const std::string kName = "fuzz";

template <class Read>
void read(Read&& reader) {
  try {
    reader();
  } catch (const base::ConfigError& error) {
    const std::string what = error.what();
    JQ_CHECK(what.find('\n') == std::string::npos, "an error is one line");
    JQ_CHECK(what.compare(0, kName.size(), kName) == 0, "an error names its file");
    JQ_CHECK(what.size() < 4000, "an error is short");
  }
}

void check_quanta(const demand::DemandMatrix& demand) {
  demand::Quantisation how;
  how.bits = 8;
  const demand::QuantaMatrix quanta = demand::quantise(demand, how);
  JQ_CHECK(quanta.largest_entry() <= 255, "counts fit in their bits");
  const std::int64_t quantum = quanta.clock().quantum.count();
  for (std::size_t i = 0; i < quanta.row_major().size(); ++i) {
    const std::int64_t bytes = demand.row_major()[i];
    JQ_CHECK(bytes >= 0 && bytes <= demand::kMaxEntry.count(), "entries are within bounds");
    JQ_CHECK(quanta.row_major()[i] * quantum >= bytes, "quanta hold what is owed");
  }
  demand::stuff(quanta);
}

// A trace that was read survives both of its forms, and a sound one can be shown.
void check_chakra(const interop::ChakraTrace& trace) {
  JQ_CHECK(interop::parse_chakra(interop::write_chakra(trace), kName) == trace,
           "a trace reads back as itself");
  JQ_CHECK(interop::parse_chakra_json(interop::write_chakra_json(trace), kName) == trace,
           "a trace in JSON reads back as itself");
  interop::check_trace(trace);
  const interop::RankTraces alone{{trace}, {0}};
  interop::summarize(alone);
  report::trace_events(report::chakra_timeline(alone));
  interop::check_ranks(alone);
}

}  // namespace

void demand_file(const std::string& text) {
  demand::ReadOptions other;
  other.ports = 3;
  other.experts = 5;
  other.top_k = 2;
  other.bytes_per_token = base::Bytes{7};
  other.demand_unit = base::Bytes{1'000};
  other.drop_diagonal = true;
  for (const demand::ReadOptions& options : {demand::ReadOptions{}, other}) {
    read([&] {
      const auto all = demand::read_demand_text(kName, text, options);
      for (std::size_t i = 0; i < all.size() && i < 4; ++i) check_quanta(all[i]);
    });
  }
}

void config_file(const std::string& text) {
  const auto& table = schedule::schedule_fields();
  read([&] {
    schedule::ScheduleConfig config;
    table.read(config, config::parse_json(text, kName), {kName, ""});
    const config::Document shown = table.show(config);
    schedule::ScheduleConfig again;
    table.read(again, config::Json(shown), {kName, ""});
    JQ_CHECK(table.show(again) == shown, "an effective configuration reads back as itself");
  });
  // The same text as the value of an option.
  read([&] {
    schedule::ScheduleConfig config;
    table.set(config, "guard", text, kName);
  });
  read([&] {
    schedule::ScheduleConfig config;
    table.set(config, "bits", text, kName);
  });
}

void schedule_file(const std::string& text) {
  read([&] {
    const auto file = schedule::parse_schedule(text, kName);
    const int ports = file.schedule.ports();
    if (ports > 64) return;
    const std::vector<std::int64_t> ones(
        static_cast<std::size_t>(ports) * static_cast<std::size_t>(ports), 1);
    schedule::check(demand::QuantaMatrix(ports, ones), file.schedule);
  });
}

void rounds_file(const std::string& text) {
  read([&] {
    const rounds::RoundGraph graph = rounds::parse_rounds(text, kName);
    const std::string again = rounds::rounds_text(graph);
    JQ_CHECK(rounds::rounds_text(rounds::parse_rounds(again, kName)) == again,
             "a graph reads back as itself");
    constexpr std::int64_t most = 1 << 16;
    std::int64_t numbers = 0;
    for (const rounds::Collective& c : graph.collectives) {
      numbers += std::int64_t{c.shape.size()} * c.pieces.size() * c.chunks;
      if (numbers > most) return;
    }
    const std::int64_t size = rounds::npus(graph);
    const rounds::Totals totals = rounds::totals(graph);
    if (size * totals.rounds > most) return;
    collective::execute(graph, collective::Order::newest_first, 1);
  });
}

void chakra_file(const std::string& text) {
  interop::skeleton_of(text);
  read([&] { interop::process_groups(interop::parse_chakra(text, kName)); });
  read([&] { check_chakra(interop::parse_chakra(text, kName)); });
  read([&] { check_chakra(interop::parse_chakra_json(text, kName)); });
  read([&] { interop::check_ranks(interop::traces_of(interop::parse_goal(text, kName), 0)); });
}

void astra_file(const std::string& text) {
  read([&] {
    const auto network = astra::parse_astra_network(text, kName);
    JQ_CHECK(astra::fabric_of(network, kName).npus() == npus(network),
             "a network that was read is a fabric");
  });
  read([&] { astra::parse_astra_system(config::parse_json(text, kName), kName); });
  read([&] { astra::parse_comm_groups(config::parse_json(text, kName), 16, kName); });
  read([&] { astra::parse_remote_memory(config::parse_json(text, kName), kName); });
}

// Routes lead from each NPU to each other over links of the graph, and end.
void graph_file(const std::string& text) {
  read([&] {
    const topology::LinkDefaults defaults{base::BytesPerSecond{1e9}, base::Picoseconds{1}};
    const auto graph =
        topology::read_user_graph(config::parse_json(text, kName), {kName, ""}, defaults);
    const int npus = std::min(graph->npus(), 16);
    for (int from = 0; from < npus; ++from) {
      for (int to = 0; to < npus; ++to) {
        std::vector<topology::LinkNumber> route;
        graph->route(from, to, route);
        int at = from;
        for (const topology::LinkNumber number : route) {
          JQ_CHECK(graph->link(number).from == at, "a route has no gap");
          at = graph->link(number).to;
        }
        JQ_CHECK(at == to, "a route ends where it should");
      }
    }
  });
}

// The knobs, the batch and the kind on a line each, then the model.
void workload_file(const std::string& text) {
  const auto line = [&](std::size_t from) {
    return text.substr(from, text.find('\n', from) - from);
  };
  const std::string knobs = line(0);
  const std::string more = knobs.size() < text.size() ? line(knobs.size() + 1) : "";
  const std::size_t rest = std::min(text.size(), knobs.size() + more.size() + 2);
  read([&] {
    workload::StepRequest request;
    request.place = {kName, ""};
    request.model = workload::read_model(config::parse_json(text.substr(rest), kName), {kName, ""});
    request.parallelism = workload::parse_parallelism(knobs, kName);
    request.batch = base::parse_number<int>(more).value_or(8);
    request.kind = static_cast<workload::StepKind>(text.size() % 3);
    if (request.model.layers > 200) return;  // sound as well, but slow
    const workload::StepPlan plan = workload::plan_of(request);
    if (plan.micro_batches > 50 || request.parallelism.npus() > 1 << 14) return;
    workload::nearest_fits(request,
                           base::Bytes{workload::largest_memory(request).total().count() / 2});
    const workload::StepProgram program = request.kind == workload::StepKind::train
                                              ? workload::training_program(request)
                                              : workload::inference_program(request);
    const workload::Job job =
        workload::job_of(program, std::vector<base::Picoseconds>(program.works.size()));
    JQ_CHECK(job.npus() == request.parallelism.npus(), "a job is of all NPUs");
  });
}

namespace {

// Serves some bursts, reads and writes, near and far, and breaks no constraint.
void check_controller(memory::MemoryConfig config) {
  const memory::AddressMap map(config.organisation, config.controller.mapping, {kName, ""});
  const auto capacity = static_cast<std::uint64_t>(map.capacity().count());
  const auto burst = static_cast<std::uint64_t>(config.organisation.burst().count());
  map(capacity - 1);
  memory::Checker checker(config);
  memory::Channel channel(config);
  channel.observe([&checker](const memory::Command& c) { checker.see(c); });
  memory::Clock now = 0;
  int steps = 0;
  const auto step = [&] {
    now = channel.next();
    channel.advance(now);
    JQ_CHECK(++steps < 100'000, "a controller serves what waits");
  };
  for (std::uint64_t i = 0; i < 120; ++i) {
    const std::uint64_t far = i % 3 == 0 ? i * 0x9e3779b97f4a7c15 : i * burst;
    const memory::Burst one{map(far % capacity), static_cast<memory::Direction>(i % 5 % 2), i};
    while (!channel.has_room(one)) step();
    channel.offer(one, now);
  }
  while (channel.pending() > 0) step();
  checker.finish(now);
  if (checker.count() > 0) {
    base::broken_invariant("no violation", __FILE__, __LINE__,
                           checker.violations()[0].told().c_str());
  }
}

}  // namespace

// A memory, or a trace of commands, which the default memory may find broken.
void memory_file(const std::string& text) {
  read([&] {
    if (text.rfind("clock,", 0) == 0) {
      memory::check_trace({}, memory::parse_command_trace(text, kName));
      return;
    }
    memory::MemoryConfig config;
    memory::memory_fields().read(config, config::parse_json(text, kName), {kName, ""});
    require_consistent(config, {kName, ""});
    check_controller(config);
  });
}

// A model, a cluster and a strategy in one object, answered by the paper's rules.
void plan_file(const std::string& text) {
  read([&] {
    const config::Json json = config::parse_json(text, kName);
    const config::Place place{kName, ""};
    if (!json.is_object()) place.fail("an object");
    plan::Request request;
    const auto member = [&](const char* key, const auto& table, auto& noun) {
      if (!json.contains(key)) return;
      table.read(noun, json.at(key), place / key);
      require_complete(noun, place / key);
    };
    member("model", plan::model_fields(), request.model);
    member("cluster", systems::cluster_fields(), request.cluster);
    if (!json.contains("strategy") || !json.at("strategy").is_string()) return;
    const std::string strategy = json.at("strategy").get<std::string>();
    plan::Evaluator evaluator(request);
    const plan::Answer answer =
        evaluator.evaluate(plan::parse_strategy(strategy, request.model, request.cluster, kName));
    JQ_CHECK(!answer.refused.empty() || std::isfinite(answer.times.serialized()),
             "an answer is finite");
    JQ_CHECK(answer.times.time <= answer.times.serialized() * (1 + 1e-9),
             "overlap makes no step longer than its operations one by one");
  });
}

// What was read is in order and within bounds.
void requests_file(const std::string& text) {
  constexpr double kCharactersPerToken = 4;
  read([&] {
    const serve::RecordedRequests recorded =
        serve::read_requests(demand::text_input(kName, text), {{}, true, kCharactersPerToken});
    JQ_CHECK(!recorded.requests.empty(), "a file that is read has requests");
    const auto sound = [](const serve::Request& request) {
      JQ_CHECK(request.input >= 1 && request.input <= serve::kMostTokens, "a prompt has a length");
      JQ_CHECK(request.output >= 1 && request.output <= serve::kMostTokens, "so has an answer");
    };
    base::Picoseconds last{0};
    for (const serve::Request& request : recorded.requests) {
      JQ_CHECK(request.arrival >= last, "requests arrive in order");
      sound(request);
      last = request.arrival;
    }
    for (const serve::LaterTurn& turn : recorded.later) {
      JQ_CHECK(turn.delay.count() >= 0, "no turn begins before the one before it ends");
      sound(turn.request);
    }
  });
}

}  // namespace jacquard::fuzz
