// SPDX-License-Identifier: Apache-2.0
#include "jacquard/memory/command_trace.hpp"
#include "jacquard/report/metric_table.hpp"
#include "sim/cli/find_config.hpp"
#include "sim/cli/verify/options.hpp"

namespace jacquard::cli {
namespace {

using memory::CheckedChannel;
using memory::Violation;
using report::Unit;

const report::MetricTable<CheckedChannel>& channel_metrics() {
  using M = report::Metric<CheckedChannel>;
  static const report::MetricTable<CheckedChannel> table(
      "checked_channel", "The commands of a channel, held against every constraint.",
      {
          M("channel", Unit::count, &CheckedChannel::channel, "Of the trace.", "channel"),
          M("commands", Unit::count, &CheckedChannel::commands, "That it was given.", "commands"),
          M("violations", Unit::count, &CheckedChannel::violations, "Of constraints and rules.",
            "violations"),
          M(
              "valid", Unit::flag, [](const CheckedChannel& c) { return c.violations == 0; },
              "Whether there is none.", "valid"),
      });
  return table;
}

struct ViolationRow {
  int channel;
  const Violation& violation;
};

const report::MetricTable<ViolationRow>& violation_metrics() {
  using R = ViolationRow;
  using M = report::Metric<R>;
  static const report::MetricTable<R> table(
      "violation", "A command that breaks a constraint or a rule; the first 1,000 of a channel.",
      {
          M("channel", Unit::count, &R::channel, "Of the trace.", "channel"),
          M(
              "rule", Unit::text, [](const R& r) { return r.violation.rule; },
              "A constraint by its JEDEC name, or a rule such as \"bank closed\".", "rule"),
          M(
              "clock", Unit::count, [](const R& r) { return r.violation.second.clock; },
              "Of the command that breaks it.", "clock"),
          M(
              "early_cycles", Unit::cycles, [](const R& r) { return r.violation.early; },
              "By so many clocks; 0 where the rule is about no time.", "early"),
          M(
              "message", Unit::text, [](const R& r) { return r.violation.told(); },
              "Both commands.", "message"),
      });
  return table;
}

}  // namespace

int verify_commands(const VerifyOptions& o, const Common& common) {
  const std::string path = find_config(memory::kMemories, o.memory, "--memory");
  const memory::MemoryConfig config = config::read_config(memory::memory_fields(), path);
  require_consistent(config, {path, ""});
  report::Result result(
      "verify", common.seed,
      {{"commands", o.commands}, {"memory", memory::memory_fields().show(config)}});
  bool valid = true;
  const auto channels = check_trace(config, memory::read_command_trace(o.commands));
  for (const CheckedChannel& channel : channels) {
    result.add(channel_metrics()(channel));
    valid = valid && channel.violations == 0;
  }
  for (const CheckedChannel& channel : channels) {
    for (const Violation& v : channel.first) {
      result.add(violation_metrics()({channel.channel, v}));
    }
  }
  print(result, common);
  return valid ? 0 : kCheckDidNotHold;
}

std::vector<report::RowKind> command_rows() {
  return {channel_metrics().kind(), violation_metrics().kind()};
}

}  // namespace jacquard::cli
