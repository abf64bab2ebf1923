// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/program.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <filesystem>

#include "jacquard/base/error.hpp"
#include "jacquard/base/parse_number.hpp"
#include "jacquard/base/version.hpp"
#include "sim/cli/help_format.hpp"
#include "sim/cli/parse_error.hpp"
#include "sim/cli/show_view.hpp"

namespace jacquard::cli {
namespace {

// CLI11 would wrap -1 to 2^64 - 1, and take what is too large for that.
std::string not_a_seed(const std::string& text) {
  if (base::parse_number<std::uint64_t>(text)) return "";
  return fmt::format("must be a whole number in 0..{}, found {}", UINT64_MAX, text);
}

std::string not_a_folder(const std::string& folder) {
  return folder.empty() ? std::string("expected a folder, found ''") : std::string();
}

// Where answers have a length, a number after --out was meant for that.
void refuse_length_as_folder(const CLI::App& app, const std::string& out) {
  if (app.get_option_no_throw("--output-tokens") == nullptr) return;
  if (!base::parse_number<double>(out) || std::filesystem::is_directory(out)) return;
  throw base::ConfigError(
      {"--out", "", "a folder for written files", "'" + out + "'",
       "did you mean '--output-tokens " + out + "'? A folder of that name is './" + out + "'"});
}

void add_common_options(CLI::App& app, Common& common) {
  const std::size_t own = app.get_options().size();
  CLI::Option* json = app.add_flag("--json", common.json, "Print one JSON object on stdout");
  app.add_flag("--csv", common.csv, "Print the rows of --json as one CSV table")->excludes(json);
  app.add_flag("--wide", common.wide, "Tables with all their columns, however wide");
  app.add_flag("--quiet", common.quiet, "No progress on stderr");
  app.add_flag("--no-timing", common.no_timing, "Leave out wall-clock figures");
  app.add_option("--threads", common.threads, "Worker threads (0: all cores)")
      ->check(CLI::Range(0, 1024));
  app.add_option("--seed", common.seed, "Seed of every random stream")->check(not_a_seed);
  app.add_option("--out", common.out, "Folder for written files")->check(not_a_folder);
  app.add_flag("--view", common.view, "Write a page to explore, and open it")->excludes("--csv");
  CLI::Option* figure =
      app.add_option("--figure", common.figure, "Draw a figure for a paper: pdf, svg or png")
          ->check(CLI::IsMember({"pdf", "svg", "png"}));
  app.add_option("--size", common.figure_size, "Of the figure: column (85 mm) or page (178 mm)")
      ->check(CLI::IsMember({"column", "page"}))
      ->needs(figure);
  app.add_option("--set", common.set, "Override one config value: key=value")
      ->allow_extra_args(false);
  app.add_option(
         "--sweep", common.sweep,
         "Run for each value of an option, key or word: KEY=A,B,C, or 'KEY=A;B' where values "
         "hold commas; several: all combinations")
      ->allow_extra_args(false);
  const std::vector<CLI::Option*> all = app.get_options();
  for (std::size_t k = own; k < all.size(); ++k) all[k]->group(kCommonGroup);
  app.get_help_ptr()->group(kCommonGroup);
}

// After the verb's own options: one whose --out is no report has a --no-report of its own.
void add_no_report(CLI::App& app, Common& common) {
  if (app.get_option_no_throw("--no-report") != nullptr) return;
  app.add_flag("--no-report", common.no_report, "Write no files")->group(kCommonGroup);
}

}  // namespace

Program::Program(std::vector<std::string> words, base::Span<const Command> verbs,
                 std::function<void(const report::Result&)> sink)
    : verbs_(verbs),
      app_(std::make_unique<CLI::App>(
          "jacquard: from a job's traffic to a circuit schedule to the Verilog that computes it",
          "jacquard")) {
  common_.words = std::move(words);
  common_.sink = std::move(sink);
  app_->set_version_flag("--version", base::kVersion);
  app_->formatter(help_format());
  app_->require_subcommand(1);
  for (const Command& command : verbs_) {
    CLI::App* verb = app_->add_subcommand(command.name, command.summary);
    // Options of all verbs are some 2,000, which took half of what a short command takes.
    if (!common_.words.empty() && common_.words.front() != command.name) continue;
    verb->footer(std::string("Examples:\n") + command.examples);
    add_common_options(*verb, common_);
    parts_.emplace_back(verb, command);
    Arguments arguments(*verb, &parts_);
    const auto act = command.setup(arguments, common_);
    add_no_report(*verb, common_);
    verb->final_callback([this, &command, act] {
      if (common_.sweep.empty()) refuse_unused(command, common_);
      action_ = act;
    });
  }
}

Program::~Program() = default;

std::optional<int> Program::parse() {
  std::vector<const char*> argv = {"jacquard"};
  for (const std::string& word : common_.words) argv.push_back(word.c_str());
  const int argc = static_cast<int>(argv.size());
  try {
    check_verb(*app_, argc, argv.data());
    refuse_empty_values(common_.words);
    app_->parse(argc, argv.data());
    const CLI::App* app = app_.get();
    while (!app->get_subcommands().empty()) {
      app = app->get_subcommands().front();
      refuse_length_as_folder(*app, common_.out);
    }
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app_->exit(error);  // --help, --version
    throw UsageError{explain(*app_, error)};
  }
  common_.command = &command();
  if (common_.view) {
    common_.view_folder =
        common_.out.empty() ? fresh_view_folder(common_.words.front()) : common_.out;
    if (!common_.no_report) common_.out = common_.view_folder;
  }
  return std::nullopt;
}

const CLI::App& Program::app() const { return *app_; }

const Command& Program::command() const {
  const CLI::App* app = app_.get();
  while (!app->get_subcommands().empty()) app = app->get_subcommands().front();
  const auto at = std::find_if(parts_.begin(), parts_.end(),
                               [&](const auto& part) { return part.first == app; });
  JQ_CHECK(at != parts_.end(), "a line that was parsed has a verb");
  return at->second;
}

std::vector<std::string> Program::option_names() const {
  std::vector<std::string> names;
  const CLI::App* app = app_.get();
  while (!app->get_subcommands().empty()) {
    app = app->get_subcommands().front();
    for (const CLI::Option* option : app->get_options()) {
      for (const std::string& name : option->get_lnames()) names.push_back(name);
    }
  }
  return names;
}

std::string Program::help_of(const std::string& name) const {
  const CLI::App* app = app_.get();
  while (!app->get_subcommands().empty()) {
    app = app->get_subcommands().front();
    const CLI::Option* option = app->get_option_no_throw("--" + name);
    if (option != nullptr) return option->get_description();
  }
  return "";
}

std::string Program::positional_of(const std::string& key) const {
  const CLI::App* app = app_.get();
  while (!app->get_subcommands().empty()) app = app->get_subcommands().front();
  for (const CLI::Option* option : app->get_options()) {
    const std::string name = option->get_positional() ? option->get_name(true) : "";
    if (!name.empty() && CLI::detail::to_lower(name) == CLI::detail::to_lower(key)) return name;
  }
  return "";
}

void refuse_unused(const Command& command, const Common& common) {
  const std::string name = command.name;
  if (!command.has_keys && !common.set.empty()) {
    throw base::ConfigError(
        {"--set", "", "nothing, as " + name + " has no keys", "'" + common.set.front() + "'", ""});
  }
  if (!command.writes && common.figure.empty() && !common.out.empty()) {
    throw base::ConfigError(
        {"--out", "", "nothing, as " + name + " writes no files", "'" + common.out + "'", ""});
  }
  if (common.no_report && !common.out.empty()) {
    throw base::ConfigError(
        {"--out", "", "nothing, as --no-report writes no files", "'" + common.out + "'", ""});
  }
}

}  // namespace jacquard::cli
