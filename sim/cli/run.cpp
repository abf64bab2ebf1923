// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/run.hpp"

#include <fmt/format.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <cstdio>

#include "jacquard/base/error.hpp"
#include "jacquard/base/version.hpp"
#include "sim/cli/command.hpp"

namespace jacquard::cli {
namespace {

constexpr int kUserFault = 2;
constexpr int kOurFault = 3;

void add_common_options(CLI::App& app, Common& common) {
  app.add_flag("--json", common.json, "Print one JSON object on stdout");
  app.add_flag("--quiet", common.quiet, "No progress on stderr");
  app.add_flag("--no-timing", common.no_timing, "Leave out wall-clock figures");
  app.add_option("--threads", common.threads, "Worker threads (0: all cores)")
      ->check(CLI::Range(0, 1024));
  app.add_option("--seed", common.seed, "Seed of every random stream");
  app.add_option("--out", common.out, "Folder for written files");
  app.add_option("--set", common.set, "Override one config value: key=value")
      ->allow_extra_args(false);
}

// CLI11's messages, on one line and with the nearest verb or option.
int report_parse_error(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
  std::string what = error.what();
  for (char& c : what) c = c == '\n' ? ' ' : c;
  const auto subcommands = app.get_subcommands();
  const std::string of = subcommands.empty() ? "" : " " + subcommands.front()->get_name();
  fmt::print(stderr, "jacquard{}: {} (see jacquard{} --help)\n", of, what, of);
  return kUserFault;
}

}  // namespace

int run(int argc, char** argv) {
  spdlog::set_default_logger(spdlog::stderr_color_mt("jacquard"));
  spdlog::set_pattern("%v");
  CLI::App app{"jacquard: from a job's traffic to a circuit schedule to the Verilog that computes it"};
  app.set_version_flag("--version", base::kVersion);
  app.require_subcommand(1);

  Common common;
  std::function<int()> action;
  for (const Command& command : commands()) {
    CLI::App* verb = app.add_subcommand(command.name, command.summary);
    verb->footer(std::string("Examples:\n") + command.examples);
    add_common_options(*verb, common);
    const auto act = command.setup(*verb, common);
    verb->final_callback([&action, act] { action = act; });
  }
  try {
    app.parse(argc, argv);
    if (common.quiet) spdlog::set_level(spdlog::level::warn);
    return action();
  } catch (const CLI::ParseError& error) {
    return report_parse_error(app, error);
  } catch (const base::ConfigError& error) {
    fmt::print(stderr, "jacquard: {}\n", error.what());
    return kUserFault;
  } catch (const std::exception& error) {
    fmt::print(stderr, "jacquard: {}; this is our fault, please report it\n", error.what());
    return kOurFault;
  }
}

void print(report::Result& result, const Common& common) {
  if (common.no_timing) result.drop_timing();
  fmt::print("{}", common.json ? result.json() : result.table());
}

}  // namespace jacquard::cli
