// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/replay_options.hpp"

#include <chrono>

#include "jacquard/base/file.hpp"
#include "jacquard/report/fabric/csv.hpp"
#include "jacquard/report/fabric/fabric_timeline.hpp"
#include "jacquard/report/timeline/trace_events.hpp"
#include "sim/cli/config_options.hpp"
#include "sim/genstack/replay_rows.hpp"
#include "sim/tool/progress.hpp"
#include "systemc/train/genstack/on_demand.hpp"

namespace jacquard::cli {
namespace {

constexpr std::size_t kMostLateRows = 20;

}  // namespace

void add_replay_options(Arguments& app, ReplayOptions& o) {
  app.add_option("--stack", o.stack,
                 "In place of EXPERIMENT: replay a stack, the folder that jacquard genstack wrote");
  o.late_given = app.add_option("--late", o.late,
                                "With --stack: NPUs that begin the step late, npu:RANK:TIME, with "
                                "commas")
                     .check([](const std::string& word) {
                       return word.empty() ? std::string("expected NPUs that are late, found ''")
                                           : std::string();
                     });
  o.policy_given = app.add_option("--policy", o.policy,
                                  "With --stack: delay (slots wait for late data) or skip (they "
                                  "are sent behind the last slot)");
}

int run_replay(const ReplayOptions& o, const Common& common) {
  genstack::ReplayConfig config;
  for (const std::string& assignment : common.set) {
    genstack::replay_fields().set(config, assignment);
  }
  if (o.late_given.given()) genstack::replay_fields().set(config, "late", o.late, "--late");
  if (o.policy_given.given()) genstack::replay_fields().set(config, "policy", o.policy, "--policy");

  tool::Progress progress("simulate");
  progress.at("reading the stack");
  const stack::Stack stack = stack::read_stack(o.stack);
  systemc::ReplayOptions options;
  options.late = genstack::read_late(config.late, {"--late", ""});
  options.policy = config.policy;
  options.on_demand = genstack::on_demand(config, common.seed);
  options.keep = !common.out.empty();
  progress.at("its slots");
  const auto began = std::chrono::steady_clock::now();
  const systemc::ReplayOutcome outcome = systemc::replay(stack, options);
  genstack::ReplayRow row{stack.plan.source, &stack, &outcome, 0};
  row.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();

  nlohmann::json identity = genstack::replay_fields().show(config);
  identity["stack"] = o.stack;
  report::Result result("simulate", common.seed, identity);
  result.add(genstack::replay_metrics()(row));
  for (std::size_t k = 0; k < std::min(outcome.late.size(), kMostLateRows); ++k) {
    result.add(genstack::late_metrics()(outcome.late[k]));
  }
  if (!common.out.empty()) {
    base::write_file(common.out + "/timeline.json",
                     report::trace_events(report::fabric_timeline(outcome.trace)));
    base::write_file(common.out + "/settings.csv", report::settings_csv({outcome.trace}));
    base::write_file(common.out + "/links.csv", report::links_csv({outcome.trace}));
  }
  print(result, common);
  write_result(result, common, "replay");
  return outcome.late_messages > 0 && options.late.empty() ? 1 : 0;
}

}  // namespace jacquard::cli
