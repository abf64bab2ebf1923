// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/run.hpp"

#include <fmt/format.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>
#include <optional>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/report/colours.hpp"
#include "jacquard/tool/interrupt.hpp"
#include "sim/cli/command.hpp"
#include "sim/cli/headline_sentence.hpp"
#include "sim/cli/program.hpp"
#include "sim/cli/say_answer.hpp"
#include "sim/cli/show_figure.hpp"
#include "sim/cli/show_view.hpp"
#include "sim/cli/sweep.hpp"
#include "sim/tool/ranks.hpp"
#include "sim/tool/terminal.hpp"

namespace jacquard::cli {
namespace {

constexpr int kUserFault = 2;
constexpr int kOurFault = 3;

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
  // On a terminal a message takes the place of the live line.
  spdlog::set_pattern(tool::live_width() > 0 ? "\r\x1b[K%v" : "%v");
  try {
    Program program({argv + std::min(argc, 1), argv + argc}, verbs);
    if (const std::optional<int> answered = program.parse()) return flushed(*answered);
    const Common& common = program.common();
    if (common.quiet) spdlog::set_level(spdlog::level::warn);
    const auto itself = program.command().sweeps;
    const bool swept = !common.sweep.empty() && (itself == nullptr || !itself(common));
    const int exit_code = swept ? run_sweep(program, verbs) : program.act();
    if (!common.figure.empty() && !common.has_drawn) show_answer_figure(common);
    if (common.view) show_view(common);
    return flushed(exit_code);
  } catch (const UsageError& error) {
    complain(error.line);
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

void complain(const std::string& line) {
  tool::erase_live_line();
  std::fputs((line + "\n").c_str(), stderr);
}

void write_result(report::Result result, const Common& common, const std::string& name) {
  if (common.out.empty()) return;
  if (common.no_timing) result.drop_timing();
  result.set_command_line(question_of(common.words));
  if (common.view) result.set_answer(common.answer);
  base::write_file(common.out + "/" + name + ".json", result.json());
}

int table_width(const Common& common) {
  constexpr int kUsual = 100;
  return common.wide ? report::Result::kAnyWidth : tool::terminal_width(kUsual);
}

void print(report::Result& result, const Common& common) {
  if (common.no_timing) result.drop_timing();
  if (common.sink) return common.sink(result);
  // Without a folder the same question has the same bytes however it is asked.
  if (!common.out.empty()) result.set_command_line(question_of(common.words));
  if (!common.figure.empty()) common.printed = result.json();
  if (common.answer.empty() && common.command != nullptr) {
    say_answer(headline_sentence(*common.command, result), common);
  }
  const bool is_point = !common.sweep.empty() && common.command->sweeps == nullptr;
  if (common.view && !is_point) {  // a sweep writes sweep.json
    std::string name = result.command();
    std::replace(name.begin(), name.end(), ' ', '-');  // as verbs of two words name their files
    Common there = common;
    there.out = common.view_folder;
    write_result(result, there, name);
  }
  tool::erase_live_line();
  const report::Colours colours(tool::shows_colours());
  fmt::print("{}", common.json  ? result.json()
                   : common.csv ? result.csv()
                                : result.table(table_width(common)));
}

}  // namespace jacquard::cli
