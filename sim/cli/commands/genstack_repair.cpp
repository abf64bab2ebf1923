// SPDX-License-Identifier: Apache-2.0
// jacquard genstack repair: a stack for what is left of its fabric.
#include <fmt/format.h>

#include <chrono>
#include <memory>

#include "jacquard/base/error.hpp"
#include "jacquard/base/parse_number.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/genstack/repair_rows.hpp"
#include "sim/tool/progress.hpp"
#include "systemc/train/genstack/fewer_replicas.hpp"
#include "systemc/train/genstack/make_stack.hpp"

namespace jacquard::cli {
namespace {

using genstack::GenstackConfig;

struct Options {
  std::string stack;
  std::string job;
  std::string fabric;
  std::string fail;
  std::string fail_ports;
  std::string policy = "spare";
  Option fabric_given;
  Option fail_given;
  Option fail_ports_given;
};

// "1%", or a share such as 0.01.
double share_of(const std::string& text) {
  const bool percent = !text.empty() && text.back() == '%';
  const auto value = base::parse_number<double>(percent ? text.substr(0, text.size() - 1) : text);
  const double share = value ? *value / (percent ? 100 : 1) : -1;
  if (share >= 0 && share <= 1) return share;
  throw base::ConfigError({"--fail-ports", "", "a share such as 1% or 0.01, at most all",
                           fmt::format("\"{}\"", text), ""});
}

GenstackConfig resolve(const Options& o, const Common& common) {
  if (o.job.empty() == o.stack.empty()) {
    throw base::ConfigError(
        {"genstack repair", "", "STACK or --job JOB", o.job.empty() ? "neither" : "both", ""});
  }
  if (!o.fail_given.given() && !o.fail_ports_given.given()) {
    throw base::ConfigError({"genstack repair", "", "--fail or --fail-ports", "neither", ""});
  }
  const auto& table = genstack::genstack_fields();
  GenstackConfig config;
  if (!o.stack.empty()) {
    o.fabric_given.only_if(false, "the stack has its fabric");
    if (!common.set.empty()) {
      throw base::ConfigError({"--set", "", "nothing, as the stack has its keys",
                               common.set.front(), "--job in place of STACK"});
    }
    return config;
  }
  table.set(config, "job", o.job, "--job");
  if (o.fabric_given.given()) table.set(config, "fabric", o.fabric, "--fabric");
  for (const std::string& assignment : common.set) table.set(config, assignment);
  return config;
}

stack::Stack healthy_stack(const Options& o, const GenstackConfig& config, const Common& common,
                           tool::Progress& progress) {
  if (!o.stack.empty()) return stack::read_stack(o.stack);
  return genstack::make_stack(genstack::job_of(config, {"job", ""}), config, common.threads,
                              [&](const char* what) { progress.at(what); })
      .stack;
}

int run_repair(const Options& o, const Common& common) {
  const GenstackConfig config = resolve(o, common);
  report::Result result("genstack repair", common.seed,
                        o.stack.empty() ? genstack::genstack_fields().show(config)
                                        : config::Document{{"stack", o.stack}});
  tool::Progress progress("genstack repair");
  const stack::Stack healthy = healthy_stack(o, config, common, progress);
  stack::Failures failures;
  if (o.fail_given.given()) failures = read_failures(o.fail, healthy, {"--fail", ""});
  if (o.fail_ports_given.given()) {
    add(failures, drawn_failures(share_of(o.fail_ports), healthy.sizes, common.seed));
  }
  stack::RepairOptions options;
  options.use_spares = o.policy == "spare";
  if (o.stack.empty()) {
    options.smaller = [&config](const std::vector<int>& lost) {
      return genstack::without_replicas(config, lost);
    };
  }
  progress.at("the repair");
  const auto began = std::chrono::steady_clock::now();
  const stack::Repaired repaired = stack::repaired(healthy, failures, options, {"--fail", ""});
  const double wall_s =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  if (!common.out.empty()) write_stack(repaired.stack, common.out);
  result.add(genstack::repair_metrics()({o.policy, static_cast<int>(failures.ports.size()),
                                         static_cast<int>(failures.links.size()), &healthy,
                                         &repaired, wall_s}));
  for (const stack::Move& move : repaired.moves) {
    result.add(genstack::move_metrics()({move, healthy.sizes.leaf_ports}));
  }
  print(result, common);
  return 0;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<Options>();
  app.add_option("STACK", o->stack, "The folder of a stack");
  app.add_option("--job", o->job, "In place of STACK: a job, which can go on with fewer replicas");
  o->fabric_given = app.add_option("--fabric", o->fabric, "Circuit switches for the job");
  o->fail_given =
      app.add_option("--fail", o->fail,
                     "npu:RANK, port:PORT, link:LEAF:UPLINK, leaf:LEAF, spine:SPINE, with commas");
  o->fail_ports_given =
      app.add_option("--fail-ports", o->fail_ports, "A share of all ports, drawn by --seed: 1%");
  app.add_option("--policy", o->policy,
                 "spare: ranks move to free ports; around: patterns take other links, replicas "
                 "with failed NPUs are left out")
      .capture_default_str()
      .check([](const std::string& word) {
        return word == "spare" || word == "around" ? "" : "expected spare or around";
      });
  return [o, &common] { return run_repair(*o, common); };
}

}  // namespace

Command genstack_repair_command() {
  return {"repair",
          "A stack for what is left of its fabric",
          "  jacquard genstack repair stack --fail npu:17,link:3:12 --out repaired\n"
          "  jacquard genstack repair --job llama3_405b_16384 --set fabric.spares=256 "
          "--fail-ports 1%\n"
          "  jacquard genstack repair --job llama3_405b_16384 --fail npu:17 --policy around\n",
          setup,
          true,
          true,
          [] {
            return std::vector{genstack::repair_metrics().kind(), genstack::move_metrics().kind()};
          },
          {{"repair", "step_ps", "step time of the repaired stack", {"policy"}}}};
}

}  // namespace jacquard::cli
