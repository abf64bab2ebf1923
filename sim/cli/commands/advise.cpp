// SPDX-License-Identifier: Apache-2.0
// jacquard advise: which scheduler at which guard time, and how long a guard is affordable.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include <memory>

#include "jacquard/advise/advise_config.hpp"
#include "jacquard/advise/contenders.hpp"
#include "jacquard/base/bandwidth.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/demand/demand_from.hpp"
#include "jacquard/demand/generate.hpp"
#include "jacquard/report/html/text.hpp"
#include "jacquard/topology/network.hpp"
#include "sim/advise/page.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/config_options.hpp"
#include "sim/cli/demand_source.hpp"
#include "sim/cli/run_schedulers.hpp"
#include "sim/cli/say_answer.hpp"
#include "sim/cli/system_option.hpp"
#include "sim/tool/progress.hpp"

namespace jacquard::cli {
namespace {

constexpr base::BitsPerSecond kNoRate{1};  // which nobody may say

struct Options {
  std::string demand;
  std::string index = "0";
  std::string schedulers = "all";
  std::string system;
  Option system_given;
};

// A port's link: of the system's dimension that has as many NPUs as the demand has ports.
base::BitsPerSecond rate_of(const std::string& word, int ports) {
  const topology::System system = read_system(word);
  const topology::Fabric fabric = topology::build_fabric(system.network, {word, "/network"});
  std::vector<int> sizes;
  for (int d = 0; d < fabric.dimensions(); ++d) {
    if (fabric.dimension(d).size == ports) return base::in_bits(fabric.dimension(d).bandwidth);
    sizes.push_back(fabric.dimension(d).size);
  }
  throw base::ConfigError(
      {"--system", "", fmt::format("a dimension of {} NPUs, as the demand has ports", ports),
       fmt::format("{}", fmt::join(sizes, " x ")), "--rate says a rate itself"});
}

advise::Question question(const Options& o, const advise::AdviseConfig& config,
                          const std::vector<NamedDemand>& demands, const Common& common) {
  advise::Question q;
  q.rate = config.rate;
  q.switches = config.switches;
  q.bits = config.bits;
  q.clock = config.clock;
  q.timed = !common.no_timing;
  q.seed = common.seed;
  q.threads = common.threads;
  for (const NamedDemand& demand : demands) {
    if (demand.matrix.ports() != demands.front().matrix.ports()) {
      throw base::ConfigError(
          {o.demand, "", "matrices of equal ports",
           fmt::format("{} and {}", demands.front().matrix.ports(), demand.matrix.ports()),
           "choose one by --index"});
    }
    q.matrices.push_back(demand.matrix);
  }
  const base::Picoseconds bound = advise::bound(q);
  if (bound <= base::Picoseconds{0}) {
    throw base::ConfigError({o.demand, "", "something to send", "a demand of nothing", ""});
  }
  constexpr base::Picoseconds kMost{1'000'000 * base::kPicosecondsPerSecond};
  if (bound > kMost) {
    throw base::ConfigError({"--rate", "", "a rate that carries the demand within 10^6 s",
                             report::time_text(bound), ""});
  }
  q.longest = config.longest.value_or(bound);
  return q;
}

std::string what(const Options& o, const std::vector<NamedDemand>& demands,
                 const advise::Question& q) {
  const std::string name = demands.size() == 1
                               ? demands.front().name
                               : fmt::format("{}, {} matrices", o.demand, demands.size());
  const std::string over = q.switches > 1 ? fmt::format(" to each of {} switches", q.switches) : "";
  return fmt::format("{}: {} ports at {}{}, bound {}", name, q.matrices.front().ports(),
                     config::show_quantity(q.rate), over, report::time_text(advise::bound(q)));
}

// Keys that change nothing here.
void refuse_idle(const Options& o, const GivenOptions& given) {
  const auto& fields = advise::advise_fields().infos();
  if (!demand::names_generator(o.demand)) return;
  for (const char* key : {"bytes_per_token", "demand_unit", "ports", "experts", "top_k"}) {
    if (!was_given(given, fields, key)) continue;
    throw base::ConfigError(
        {option_name(key), "", "a file of tokens as --demand", "'" + o.demand + "'", ""});
  }
}

int run_advise(const Options& o, const Common& common, const GivenOptions& given) {
  if (o.demand.empty()) {
    throw base::ConfigError({"--demand", "", "a file, or CLASS:PORTS such as moe:64", "", ""});
  }
  refuse_idle(o, given);
  const auto schedulers = chosen_schedulers(o.schedulers, "--schedulers");
  advise::AdviseConfig config = resolve(advise::advise_fields(), given, common);
  advise::AdviseConfig unsaid;
  unsaid.rate = kNoRate;
  const bool says_rate = resolve(advise::advise_fields(), given, common, unsaid).rate != kNoRate;
  if (config.bits.empty()) {
    throw base::ConfigError({"--bits", "", "one width of a counter or more", "none", ""});
  }
  tool::Progress progress("advise");
  progress.at("reading " + o.demand);
  const auto demands = load_demands(o.demand, parse_index(o.index), config.reading, common.seed);
  if (!o.system.empty()) {
    o.system_given.only_if(!says_rate, "the key rate says that of a port");
    config.rate = rate_of(o.system, demands.front().matrix.ports());
  }
  const advise::Question q = question(o, config, demands, common);
  const advise::Contenders found =
      advise::contenders(q, schedulers, [&](const std::string& part) { progress.at(part); });
  for (const advise::LeftOut& out : found.left_out) {
    spdlog::info("{} is left out: {}", out.scheduler, out.why);
  }
  if (found.all.empty()) {
    const std::string why = found.left_out.empty() ? "" : found.left_out.front().why;
    throw base::ConfigError({"--schedulers", "", "one that can do this demand", o.schedulers, why});
  }
  const advise::Advice advice = advise::advice(found.all, advise::bound(q), q.longest);

  report::Result result("advise", common.seed,
                        {{"demand", o.demand},
                         {"index", o.index},
                         {"schedulers", o.schedulers},
                         {"config", advise::advise_fields().show(config)}});
  for (const advise::RangeRow& row : advice.ranges) result.add(advise::range_metrics()(row));
  for (const advise::SchedulerRow& row : advice.schedulers) {
    result.add(advise::scheduler_metrics()(row));
  }
  const std::string about = what(o, demands, q);
  if (!common.out.empty()) {
    const std::string path = common.out + "/advise.html";
    base::write_file(path,
                     advise::page(advice, found.all, about, command_line(common.words), q.timed));
    base::write_file(common.out + "/advise.svg", report::svg(advise::chart(advice, found.all)));
    write_result(result, common, "advise");
    spdlog::info("wrote {}", path);
  }
  say_answer(
      fmt::format("{}\n{}\n{}", about, advise::affordable(advice), advise::words_of_bound(advice)),
      common);
  print(result, common);
  return 0;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<Options>();
  app.add_option("--demand", o->demand,
                 "A file (CSV, JSON, ...), or CLASS:PORTS such as moe:64; classes: " +
                     fmt::format("{}", fmt::join(demand::demand_class_names(), ", ")));
  app.add_option("--index", o->index, "Which matrix of a sequence, or all: their sum [0]");
  app.add_option("--schedulers", o->schedulers,
                 "Names separated by commas, or all [all]: " + scheduler_names());
  o->system_given =
      add_system_option(app, o->system, "Instead of --rate: the link of an NPU of that network");
  auto given = add_field_options(app, advise::advise_fields().infos(), "");
  return [o, given, &common] { return run_advise(*o, common, *given); };
}

}  // namespace

Command advise_command() {
  return {
      "advise",
      "Which scheduler suits a traffic at which guard time, and which guard it affords",
      "  jacquard advise --demand moe:32 --rate \"800 Gb/s\"\n"
      "  jacquard advise --demand matrix.csv --out advice/\n",
      setup,
      true,
      true,
      [] {
        return std::vector{advise::range_metrics().kind(), advise::scheduler_metrics().kind()};
      },
      {{"scheduler", "largest_guard_5pct_ps", "largest guard time that costs 5 %", {"scheduler"}}}};
}

}  // namespace jacquard::cli
