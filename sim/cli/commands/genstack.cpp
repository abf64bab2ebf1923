// SPDX-License-Identifier: Apache-2.0
// jacquard genstack: a step scheduled ahead of time on circuit switches.
#include <spdlog/spdlog.h>

#include <chrono>
#include <memory>

#include "jacquard/base/error.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/config_options.hpp"
#include "sim/cli/say_answer.hpp"
#include "sim/cli/system_option.hpp"
#include "sim/genstack/answer.hpp"
#include "sim/genstack/stack_report.hpp"
#include "sim/genstack/stack_rows.hpp"
#include "sim/tool/peak_bytes.hpp"
#include "sim/tool/progress.hpp"

namespace jacquard::cli {
namespace {

using genstack::GenstackConfig;

struct Options {
  std::string job;
  std::string log;
  std::string fabric;
  std::string algorithm;
  std::string parallel;
  std::string system;
  Option fabric_given;
  Option algorithm_given;
  Option system_given;
  Option parallel_given;
  Option no_report_given;
  bool no_report = false;
  bool accounting = false;
  std::function<int()> run;  // of a command that follows
};

GenstackConfig resolve(const Options& o, const Common& common) {
  const auto& table = genstack::genstack_fields();
  GenstackConfig config;
  if (!o.job.empty()) table.set(config, "job", o.job, "--job");
  if (o.fabric_given.given()) table.set(config, "fabric", o.fabric, "--fabric");
  config.log = o.log;
  const bool of_a_log = !o.log.empty();
  o.system_given.only_if(!of_a_log, "a log has no network of its own");
  o.parallel_given.only_if(!of_a_log, "a log has its degrees");
  for (const std::string& assignment : common.set) table.set(config, assignment);
  if (!o.system.empty()) config.job.system = read_system(o.system);
  if (!o.parallel.empty()) table.set(config, "job.parallel", o.parallel, "--parallel");
  if (o.algorithm_given.given()) table.set(config, "algorithm", o.algorithm, "--algorithm");
  const bool has_job = !config.job.model.name.empty();
  if (has_job == !config.log.empty()) {
    throw base::ConfigError({"genstack", "", "--job JOB or --log LOGDIR",
                             has_job ? "both" : "neither", "jacquard genstack --help"});
  }
  return config;
}

// The stack, and that of the other rule of who pays t_max.
void add_accountings(const stack::Stack& stack, const genstack::JobSource& source,
                     GenstackConfig config, const Common& common, tool::Progress& progress,
                     report::Result& result) {
  using stack::Sync;
  Sync& sync = config.fabric.sync;
  sync = sync == Sync::per_slot ? Sync::on_dependency : Sync::per_slot;
  config.fabric.slot.reset();
  const genstack::MadeStack other = genstack::make_stack(
      source, config, common.threads, [&](const char* what) { progress.at(what); });
  result.add(genstack::accounting_metrics()({&stack}));
  result.add(genstack::accounting_metrics()({&other.stack}));
}

int run_make(const Options& o, const Common& common) {
  const auto began = std::chrono::steady_clock::now();
  const GenstackConfig config = resolve(o, common);
  report::Result result("genstack", common.seed, genstack::genstack_fields().show(config));
  tool::Progress progress("genstack");
  progress.at("the step's operations");
  const genstack::JobSource source = genstack::job_of(config, {"job", ""});
  for (const std::string& note : source.notes) spdlog::warn("{}: {}", source.name, note);
  const genstack::MadeStack made = genstack::make_stack(
      source, config, common.threads, [&](const char* what) { progress.at(what); });
  const stack::Stack& stack = made.stack;
  if (!common.out.empty()) {
    progress.at("writing");
    write_stack(stack, common.out);
    if (!o.no_report) {
      genstack::write_report(stack, command_line(common.words, {"--out"}), made.tried, common.out);
    }
  }
  progress.at("configurations of switches");
  const stack::Routes routes(stack.plan, stack.fabric, stack.sizes, stack.seating,
                             {"--fabric", ""});
  genstack::StackRow row{genstack::figures_of(stack, source.name), &stack,
                         genstack::configuration_bytes(stack::Settings(stack, routes)), 0, 0};
  row.peak_bytes = tool::peak_bytes();
  row.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  result.add(genstack::stack_metrics()(row));
  for (const auto& label : genstack::labels_of(stack)) {
    result.add(genstack::label_metrics()(label));
  }
  for (report::Printed& tried : genstack::slot_rows(made.tried, stack.clock.slot)) {
    result.add(std::move(tried));
  }
  if (o.accounting) add_accountings(stack, source, config, common, progress, result);
  say_answer(genstack::answer_of(config, made), common);
  print(result, common);
  return 0;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<Options>();
  app.add_option("--job", o->job, "A job: a file, or a name of configs/jobs");
  app.add_option("--log", o->log,
                 "The folder that tools/genstack wrote, or the PREFIX of Chakra traces");
  o->fabric_given = app.add_option("--fabric", o->fabric,
                                   "Circuit switches: a file, or a name of configs/fabrics");
  o->algorithm_given = app.add_option("--algorithm", o->algorithm,
                                      "Of collectives: ring, direct, "
                                      "halving-doubling, two-way-ring, double-binary-tree");
  o->system_given = add_system_option(app, o->system, "The job's network and NPUs");
  o->parallel_given =
      app.add_option("--parallel", o->parallel, "The job's parallelism, as of jacquard train");
  app.add_flag("--accounting", o->accounting,
               "Also the step under the other rule of who pays t_max (fabric.sync)");
  o->no_report_given =
      app.add_flag("--no-report", o->no_report, "Write no report.html into the stack's folder");
  app.allow_one_subcommand();
  app.add_subcommand(genstack_operate_command(), common, [o](const auto& run) { o->run = run; });
  app.add_subcommand(genstack_repair_command(), common, [o](const auto& run) { o->run = run; });
  app.add_subcommand(genstack_check_command(), common, [o](const auto& run) { o->run = run; });
  app.add_subcommand(genstack_report_command(), common, [o](const auto& run) {
    o->no_report_given.only_if(false, "a report is all that genstack report writes");
    o->run = run;
  });
  app.add_subcommand(genstack_show_command(), common, [o](const auto& run) { o->run = run; });
  return [o, &common] { return o->run ? o->run() : run_make(*o, common); };
}

}  // namespace

Command genstack_command() {
  return {"genstack",
          "Schedule a whole training step ahead of time on circuit switches",
          "  jacquard genstack --job llama3_405b_16384 --out stack\n"
          "  jacquard genstack --job llama3_405b_16384 --fabric two_tier_512 --algorithm ring\n"
          "  jacquard genstack --log LOGDIR --fabric one_crossbar_64 --out stack --json\n"
          "  jacquard genstack check stack\n"
          "  jacquard genstack show stack --slot 17\n",
          setup,
          true,
          true,
          [] {
            return std::vector{genstack::stack_metrics().kind(), genstack::label_metrics().kind(),
                               genstack::accounting_metrics().kind(),
                               genstack::slot_metrics().kind()};
          },
          {{"stack", "step_ps", "step time"}}};
}

}  // namespace jacquard::cli
