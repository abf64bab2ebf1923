// SPDX-License-Identifier: Apache-2.0
// jacquard genstack show: what a stack does in a slot, and what a switch holds.
#include <fmt/format.h>

#include <memory>

#include "jacquard/base/error.hpp"
#include "jacquard/base/parse_number.hpp"
#include "jacquard/stack/switches.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/genstack/configuration_sizes.hpp"
#include "sim/genstack/export_switch.hpp"
#include "sim/genstack/show_rows.hpp"
#include "sim/tool/progress.hpp"

namespace jacquard::cli {
namespace {

constexpr int kPortsAtOnce = 64;      // shown without being asked for
constexpr int kSwitchesMeasured = 8;  // of each kind, by methods that look at each slot

struct Options {
  std::string stack;
  std::optional<std::int64_t> slot;
  std::string switch_name;
  std::string ports;
  int channel = 0;
  bool all = false;
  bool configuration = false;
};

struct ExportedFile {
  std::string path;
};

const report::MetricTable<ExportedFile>& file_metrics() {
  using M = report::Metric<ExportedFile>;
  static const report::MetricTable<ExportedFile> table(
      "file", "A file that --all wrote.",
      {M("path", report::Unit::text, &ExportedFile::path, "Its path.", "wrote")});
  return table;
}

struct Ports {
  int first = 0;
  int last = 0;
};

// "17", or "0..63".
Ports ports_of(const std::string& text, int ports) {
  const std::size_t dots = text.find("..");
  const auto first = base::parse_number<int>(std::string_view(text).substr(0, dots));
  const auto last = dots == std::string::npos
                        ? first
                        : base::parse_number<int>(std::string_view(text).substr(dots + 2));
  if (first && last && *first >= 0 && *first <= *last && *last < ports) return {*first, *last};
  throw base::ConfigError({"--ports", "",
                           fmt::format("a port or a range such as 0..63, below {}", ports),
                           "'" + text + "'", ""});
}

void require_sense(const Options& o, const Common& common) {
  const auto refuse = [](const char* option, const char* expected, const std::string& found) {
    throw base::ConfigError({option, "", expected, found, ""});
  };
  if (o.stack.empty()) refuse("STACK", "the folder that jacquard genstack --out wrote", "");
  const int asked = (o.slot ? 1 : 0) + (o.all ? 1 : 0) + (o.configuration ? 1 : 0);
  if (asked != 1) {
    refuse("genstack show", "one of --slot K, --all and --configuration",
           asked == 0 ? "none" : "several");
  }
  if (o.all && common.out.empty()) refuse("--all", "--out DIR to write its files to", "");
  if (!o.all && !common.out.empty()) refuse("--out", "--all with it", common.out);
  if (!o.ports.empty() && (!o.slot || !o.switch_name.empty())) {
    refuse("--ports", "--slot with it, and no --switch", o.ports);
  }
  if (!o.switch_name.empty() && o.configuration) {
    refuse("--switch", "--slot or --all with it", o.switch_name);
  }
}

void add_slot(const Options& o, const stack::Settings& settings, const stack::Routes& routes,
              report::Result& result) {
  const stack::Sizes& sizes = settings.stack().sizes;
  const std::int64_t slot = *o.slot;
  if (slot < 0 || slot >= settings.slots()) {
    throw base::ConfigError(
        {"--slot", "", fmt::format("a slot below {}", settings.slots()), std::to_string(slot), ""});
  }
  result.add(genstack::shown_slot_metrics()(genstack::shown_slot(settings, slot)));
  if (!o.switch_name.empty()) {
    const int number = switch_named(sizes, o.switch_name, "--switch");
    for (const auto& row : genstack::shown_inputs(settings, routes, o.channel, number, slot)) {
      result.add(genstack::shown_input_metrics()(row));
    }
    return;
  }
  for (const auto& row : genstack::shown_actors(settings, slot)) {
    result.add(genstack::shown_actor_metrics()(row));
  }
  if (o.ports.empty() && sizes.ports > kPortsAtOnce) return;
  const Ports ports = o.ports.empty() ? Ports{0, sizes.ports - 1} : ports_of(o.ports, sizes.ports);
  for (const auto& row : genstack::shown_ports(settings, slot, ports.first, ports.last)) {
    result.add(genstack::shown_port_metrics()(row));
  }
}

int run_show(const Options& o, const Common& common) {
  require_sense(o, common);
  report::Result result("genstack show", common.seed, {{"stack", o.stack}});
  tool::Progress progress("genstack show");
  progress.at("reading");
  const stack::Stack stack = stack::read_stack(o.stack);
  if (o.channel < 0 || o.channel >= stack.fabric.channels) {
    throw base::ConfigError({"--channel", "",
                             fmt::format("a channel below {}", stack.fabric.channels),
                             std::to_string(o.channel), ""});
  }
  progress.at("settings");
  const stack::Routes routes(stack.plan, stack.fabric, stack.sizes, stack.seating, {o.stack, ""});
  const stack::Settings settings(stack, routes);
  if (o.slot) add_slot(o, settings, routes, result);
  if (o.configuration) {
    progress.at("bytes of configurations");
    for (const auto& row : genstack::configuration_rows(settings, kSwitchesMeasured)) {
      result.add(genstack::configuration_metrics()(row));
    }
  }
  if (o.all) {
    const bool is_one = !o.switch_name.empty();
    const int first = is_one ? switch_named(stack.sizes, o.switch_name, "--switch") : 0;
    const int end = is_one ? first + 1 : stack.sizes.switches();
    for (int number = first; number < end; ++number) {
      progress.at(switch_name(stack.sizes, number));
      for (const std::string& path :
           genstack::export_switch(settings, o.channel, number, common.out)) {
        result.add(file_metrics()({path}));
      }
    }
  }
  print(result, common);
  return 0;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<Options>();
  app.add_option("STACK", o->stack, "The folder that jacquard genstack --out wrote");
  app.add_option("--slot", o->slot, "What is sent in this slot");
  app.add_option("--ports", o->ports,
                 "The messages of these ports, such as 0..63 (by default all, if they are at most "
                 "64)");
  app.add_option("--switch", o->switch_name,
                 "The setting of this switch: crossbar, leaf3 or spine0");
  app.add_option("--channel", o->channel, "Of the switch").capture_default_str();
  app.add_flag(
      "--all", o->all,
      "Write all settings of --switch, or of each switch, to --out DIR: as CSV, hexadecimal "
      "words, bytes, and OpenConfig's media channels");
  app.add_flag("--configuration", o->configuration,
               "Bytes that hold all settings of a switch, by four methods");
  return [o, &common] { return run_show(*o, common); };
}

}  // namespace

Command genstack_show_command() {
  return {"show",
          "What a stack does in a slot, and what its switches hold",
          "  jacquard genstack show stack --slot 17\n"
          "  jacquard genstack show stack --slot 17 --ports 0..15 --json\n"
          "  jacquard genstack show stack --slot 17 --switch leaf3\n"
          "  jacquard genstack show stack --switch leaf3 --all --out leaf3\n"
          "  jacquard genstack show stack --configuration\n",
          setup,
          false,
          true,
          [] {
            return std::vector{
                genstack::shown_slot_metrics().kind(),    genstack::shown_actor_metrics().kind(),
                genstack::shown_port_metrics().kind(),    genstack::shown_input_metrics().kind(),
                genstack::configuration_metrics().kind(), file_metrics().kind()};
          }};
}

}  // namespace jacquard::cli
