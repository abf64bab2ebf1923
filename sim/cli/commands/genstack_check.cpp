// SPDX-License-Identifier: Apache-2.0
// jacquard genstack check: follows each message of a stack.
#include <chrono>
#include <memory>

#include "jacquard/base/error.hpp"
#include "jacquard/interop/log/job_from.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/config_options.hpp"
#include "sim/genstack/check_rows.hpp"
#include "sim/tool/peak_bytes.hpp"
#include "sim/tool/progress.hpp"

namespace jacquard::cli {
namespace {

struct Options {
  std::string stack;
  std::string log;
  std::optional<std::int64_t> slots;
  std::optional<int> actor;
};

int run_check(const Options& o, const Common& common) {
  const auto began = std::chrono::steady_clock::now();
  if (o.stack.empty()) {
    throw base::ConfigError({"STACK", "", "the folder that jacquard genstack --out wrote", "", ""});
  }
  if (o.slots && o.actor) {
    throw base::ConfigError({"--actor", "", "not beside --slots", "both", ""});
  }
  report::Result result("genstack check", common.seed, {{"stack", o.stack}, {"log", o.log}});
  tool::Progress progress("genstack check");
  progress.at("reading");
  stack::Stack stack = stack::read_stack(o.stack);
  genstack::CheckRow row;
  row.covered = o.slots ? "slots" : o.actor ? "actor" : "all";
  row.step_ps = stack.timeline.step.count();
  progress.at("following messages");
  stack::check::Options options;
  options.slots = o.slots;
  options.actor = o.actor;
  options.seed = common.seed;
  options.threads = common.threads;
  std::optional<interop::LogJob> log;
  if (!o.log.empty()) {
    log = interop::job_from(o.log);
    options.job = &log->job;
  }
  row.verdict = stack::check::check(std::move(stack), options);
  row.peak_bytes = tool::peak_bytes();
  row.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  const bool holds = row.verdict.holds();
  result.add(genstack::check_metrics()(row));
  for (const stack::check::Fault& fault : row.verdict.faults.first()) {
    result.add(genstack::fault_metrics()(fault));
  }
  print(result, common);
  return holds ? 0 : 1;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<Options>();
  app.add_option("STACK", o->stack, "The folder that jacquard genstack --out wrote");
  app.add_option("LOGDIR", o->log, "The log it was made from, whose collectives are to be there");
  app.add_option("--slots", o->slots,
                 "Look at the settings of so many slots only, drawn from the seed");
  app.add_option("--actor", o->actor, "Follow only calls in which this actor takes part");
  return [o, &common] { return run_check(*o, common); };
}

}  // namespace

Command genstack_check_command() {
  return {"check",
          "Follow each message of a stack, by its switches' settings and its NPUs' programs",
          "  jacquard genstack check stack\n"
          "  jacquard genstack check stack LOGDIR\n"
          "  jacquard genstack check stack --slots 1000 --seed 7\n"
          "  jacquard genstack check stack --actor 3 --json\n",
          setup,
          false,
          false,
          [] {
            return std::vector{genstack::check_metrics().kind(), genstack::fault_metrics().kind()};
          },
          {{"check", "faults", "number of faults of the stack"}}};
}

}  // namespace jacquard::cli
