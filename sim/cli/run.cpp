// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/run.hpp"

#include <fmt/format.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <new>
#include <system_error>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/base/parse_number.hpp"
#include "jacquard/base/version.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/parse_error.hpp"
#include "sim/tool/interrupt.hpp"
#include "sim/tool/ranks.hpp"

namespace jacquard::cli {
namespace {

constexpr int kUserFault = 2;
constexpr int kOurFault = 3;

// CLI11 would wrap -1 to 2^64 - 1, and take what is too large for that.
std::string not_a_seed(const std::string& text) {
  if (base::parse_number<std::uint64_t>(text)) return "";
  return fmt::format("must be a whole number in 0..{}, found {}", UINT64_MAX, text);
}

std::string not_a_folder(const std::string& folder) {
  return folder.empty() ? std::string("expected a folder, found ''") : std::string();
}

// Each --out is a folder or, of a command that counts, a number; the last of each is taken.
void add_out_option(CLI::App& app, const Command& command, Common& common) {
  if (!command.out_counts) {
    app.add_option("--out", common.out, "Folder for written files")->check(not_a_folder);
    return;
  }
  const auto take = [&common](const std::vector<std::string>& words) {
    for (const std::string& word : words) {
      (base::parse_number<double>(word) ? common.out_number : common.out) = word;
    }
  };
  app.add_option_function<std::vector<std::string>>(
         "--out", take, "A number: tokens of each answer. Else the folder for written files")
      ->check(not_a_folder)
      ->allow_extra_args(false);
}

void add_common_options(CLI::App& app, const Command& command, Common& common) {
  app.add_flag("--json", common.json, "Print one JSON object on stdout");
  app.add_flag("--quiet", common.quiet, "No progress on stderr");
  app.add_flag("--no-timing", common.no_timing, "Leave out wall-clock figures");
  app.add_option("--threads", common.threads, "Worker threads (0: all cores)")
      ->check(CLI::Range(0, 1024));
  app.add_option("--seed", common.seed, "Seed of every random stream")->check(not_a_seed);
  add_out_option(app, command, common);
  app.add_option("--set", common.set, "Override one config value: key=value")
      ->allow_extra_args(false);
}

// What was printed must have arrived: a full disk is not a success.
int flushed(int exit_code) {
  const char* why = std::fflush(stdout) == 0 ? "an earlier write failed" : std::strerror(errno);
  if (std::ferror(stdout) == 0) return exit_code;
  complain(fmt::format("jacquard: cannot write the output: {}", why));
  return kUserFault;
}

}  // namespace

int run(int argc, char** argv, base::Span<const Command> verbs) {
  // Outputs up to this size leave at the end, where a full disk can be named.
  static char output[std::size_t{1} << 20];
  if (::isatty(STDOUT_FILENO) == 0) std::setvbuf(stdout, output, _IOFBF, sizeof output);
  const tool::SignalWatch signals;
  if (tool::is_further_rank()) tool::be_silent();
  spdlog::set_default_logger(spdlog::stderr_color_mt("jacquard"));
  spdlog::set_pattern("%v");
  CLI::App app{
      "jacquard: from a job's traffic to a circuit schedule to the Verilog that computes it",
      "jacquard"};
  app.set_version_flag("--version", base::kVersion);
  app.require_subcommand(1);

  Common common;
  common.words.assign(argv + std::min(argc, 1), argv + argc);
  std::function<int()> action;
  for (const Command& command : verbs) {
    CLI::App* verb = app.add_subcommand(command.name, command.summary);
    verb->footer(std::string("Examples:\n") + command.examples);
    add_common_options(*verb, command, common);
    Arguments arguments(*verb);
    const auto act = command.setup(arguments, common);
    verb->final_callback([&action, &command, &common, act] {
      refuse_unused(command, common);
      action = act;
    });
  }
  try {
    check_verb(app, argc, argv);
    refuse_empty_values(common.words);
    app.parse(argc, argv);
    if (common.quiet) spdlog::set_level(spdlog::level::warn);
    return flushed(action());
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return flushed(app.exit(error));  // --help, --version
    complain(explain(app, error));
    return kUserFault;
  } catch (const base::ConfigError& error) {
    complain(fmt::format("jacquard: {}", error.what()));
    return kUserFault;
  } catch (const std::bad_alloc&) {
    complain("jacquard: there is not enough memory for this; ask for something smaller");
    return kUserFault;
  } catch (const std::exception& error) {
    if (std::ferror(stdout) != 0) return flushed(kUserFault);
    complain(fmt::format("jacquard: {}; this is our fault, please report it", error.what()));
    return kOurFault;
  }
}

void refuse_unused(const Command& command, const Common& common) {
  const std::string name = command.name;
  if (!command.has_keys && !common.set.empty()) {
    throw base::ConfigError(
        {"--set", "", "nothing, as " + name + " has no keys", "'" + common.set.front() + "'", ""});
  }
  if (!command.writes && !common.out.empty()) {
    throw base::ConfigError(
        {"--out", "", "nothing, as " + name + " writes no files", "'" + common.out + "'", ""});
  }
}

void complain(const std::string& line) { std::fputs((line + "\n").c_str(), stderr); }

void write_result(report::Result result, const Common& common, const std::string& name) {
  if (common.out.empty()) return;
  if (common.no_timing) result.drop_timing();
  base::write_file(common.out + "/" + name + ".json", result.json());
}

void print(report::Result& result, const Common& common) {
  if (common.no_timing) result.drop_timing();
  fmt::print("{}", common.json ? result.json() : result.table());
}

}  // namespace jacquard::cli
