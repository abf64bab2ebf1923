// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>

#include "jacquard/base/error.hpp"
#include "jacquard/report/metric_table.hpp"
#include "jacquard/rtl/second_engine.hpp"
#include "jacquard/tool/isolated.hpp"
#include "jacquard/tool/temporary_folder.hpp"
#include "sim/cli/verify/coverage_rows.hpp"
#include "sim/cli/verify/junit.hpp"
#include "sim/cli/verify/map_rows.hpp"
#include "sim/cli/verify/options.hpp"
#include "sim/cli/verify/user_device.hpp"
#include "sim/verify/report_json.hpp"

namespace jacquard::cli {
namespace {

constexpr std::chrono::seconds kPatience{20};  // for one clock of the model
constexpr std::int64_t kFurtherClocks = 2048;  // that a second engine repeats after the first fault

struct Outcome {
  verify::Report report;
  std::string waveform;
  std::string waveform_fault;  // why it could not be written; "" if it could
  rtl::Confirmation confirmation;
  double wall_s = 0;
};

bool failed(const verify::Report& report) {
  return report.mismatches > 0 || !report.stopped.empty();
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

std::string fault_of(const verify::Report& report) {
  if (!report.fault.empty()) return report.fault;
  return first_line(report.first_mismatch.empty() ? report.stopped : report.first_mismatch);
}

struct UserRow {
  const VerifyOptions& o;
  const UserDevice& device;
  const Outcome& outcome;

  bool wrong() const { return failed(outcome.report); }
};

// Of either kind; columns of tables are those of arbiters or of schedulers.
std::vector<report::Metric<UserRow>> metrics_of(bool arbiter) {
  using R = UserRow;
  using M = report::Metric<R>;
  using report::Unit;
  using verify::Report;
  const auto of = [](auto member) {
    return [member](const R& r) { return r.outcome.report.*member; };
  };
  const auto only = [](bool shown, const char* key) { return std::string(shown ? key : ""); };
  std::vector<M> all = {
      M(
          "top", Unit::text, [](const R& r) { return r.o.top; }, "The module.", "top"),
      M(
          "kind", Unit::text, [](const R& r) { return r.o.kind; }, "arbiter or scheduler."),
      M(
          "golden", Unit::text, [](const R& r) { return r.o.golden; },
          "Core with which it is compared bit for bit; empty if none."),
      M(
          "ports", Unit::count, [](const R& r) { return r.o.ports; }, "Ports of the switch.",
          "ports")};
  const auto add = [&all](M metric) { all.push_back(std::move(metric)); };
  if (arbiter) {
    add(M(
        "latency_cycles", Unit::cycles, [](const R& r) { return r.device.rules.latency; },
        "Clocks from request to answer.", "latency_cycles"));
  } else {
    add(M(
        "bits", Unit::count, [](const R& r) { return r.o.bits; }, "Width of a demand counter.",
        "bits"));
  }
  add(M(
      "demand_class", Unit::text, [](const R& r) { return r.o.demand_class; },
      "Class of the random demands."));
  add(M(
      "pass", Unit::flag, [](const R& r) { return !r.wrong(); }, "Every rule held.", "pass"));
  add(M(
      "fault", Unit::text, [](const R& r) { return r.wrong() ? fault_of(r.outcome.report) : ""; },
      "What it breaks first; empty if nothing."));
  add(M(
      "failing_case", Unit::count,
      [](const R& r) { return r.wrong() ? r.outcome.report.first_mismatch_case : -1; },
      "In which case; -1 if none."));
  add(M(
      "failing_clock", Unit::count,
      [](const R& r) { return r.wrong() ? r.outcome.report.first_mismatch_clock : -1; },
      "In which clock since power-up; -1 if none."));
  add(M(
      "confirmed", Unit::text,
      [](const R& r) {
        return r.outcome.report.mismatches > 0 ? word_for(r.outcome.confirmation.verdict) : "";
      },
      "A second simulator agrees: yes, no or unknown; empty if nothing failed."));
  add(M(
      "second_engine", Unit::text, [](const R& r) { return r.outcome.confirmation.text; },
      "What the second simulator said."));
  add(M("cases", Unit::count, of(&Report::cases), "Random cases run.", "cases"));
  add(M("directed_cases", Unit::count, of(&Report::directed_cases), "Cases made to be difficult."));
  if (arbiter) {
    add(M("exhaustive_cases", Unit::count, of(&Report::exhaustive_cases),
          "Every request there is, of few ports."));
    add(M("held_cases", Unit::count, of(&Report::held_cases),
          "Cases in which requests are held until granted."));
  }
  add(M("mismatches", Unit::count, of(&Report::mismatches), "Cases in which a rule did not hold.",
        "mismatches"));
  add(M("cycles_mean", Unit::cycles, of(&Report::cycles_mean),
        "Start to done; an arbiter: request to answer.", only(!arbiter, "cycles_mean")));
  add(M("cycles_max", Unit::cycles, of(&Report::cycles_max), "The most of them.",
        only(!arbiter, "cycles_max")));
  add(M("load_cycles", Unit::cycles, of(&Report::load_cycles), "Clocks to load a demand."));
  add(M("first_permutation_cycles_max", Unit::cycles, of(&Report::first_permutation_cycles_max),
        "The most from start to the first setting."));
  if (!arbiter) {
    add(M("permutations_mean", Unit::count, of(&Report::permutations_mean),
          "Settings of a schedule."));
  }
  add(M("efficiency_mean", Unit::ratio, of(&Report::efficiency_mean),
        "Largest line sum / slots; an arbiter: granted / maximum.",
        only(!arbiter, "efficiency_mean")));
  if (arbiter) {
    add(M("efficiency_saturated", Unit::ratio, of(&Report::efficiency_saturated),
          "Granted / maximum where each pair asks with probability 1/2.", "efficiency_saturated"));
    add(M(
        "max_wait_cycles", Unit::cycles, [](const R& r) { return r.device.rules.max_wait; },
        "Answers within which a held request must be granted."));
    add(M("longest_wait_cycles", Unit::cycles, of(&Report::longest_wait),
          "Answers until the last held request was granted.", "longest_wait_cycles"));
    add(M("starved_pairs", Unit::count, of(&Report::starved_pairs), "Held, and never granted.",
          "starved_pairs"));
  }
  add(M("clocks_compared", Unit::count, of(&Report::clocks),
        "Clocks in which every output was judged."));
  add(M(
      "waveform", Unit::text, [](const R& r) { return r.outcome.waveform; },
      "File of the failing case; empty if none."));
  add(M(
      "clocks_per_wall_s", Unit::per_s,
      [](const R& r) { return static_cast<double>(r.outcome.report.clocks) / r.outcome.wall_s; },
      "Judged on this machine.", only(!arbiter, "clocks_per_wall_s")));
  return all;
}

const report::MetricTable<UserRow>& metrics(const std::string& kind) {
  static const report::MetricTable<UserRow> arbiters("", "An arbiter of the user's (--rtl).",
                                                     metrics_of(true));
  static const report::MetricTable<UserRow> schedulers("", "A scheduler of the user's (--rtl).",
                                                       metrics_of(false));
  return kind == "arbiter" ? arbiters : schedulers;
}

struct Replayed {
  std::string waveform, waveform_fault;
  std::vector<std::int64_t> clocks;  // in which it failed
};

// Runs to the failing case again, for a waveform of it and a log of all pins in `folder`. That the
// one cannot be written does not take the verdict away.
Replayed replay(const VerifyOptions& o, const Common& common, const UserDevice& device,
                const verify::Report& report, const std::string& folder, const tool::Pulse& pulse) {
  Replayed replayed;
  const auto again = [&](const std::string& trace) {
    rtl::PinLog log(folder, device.rules.latency);
    UserRunOptions options{trace, {}, &log, nullptr};
    options.replay.only_case = report.first_mismatch_case;
    options.replay.further_clocks = kFurtherClocks;
    const verify::Report seen = run_user_device(o, common, device, options, pulse);
    replayed.clocks = seen.mismatch_clocks;
    if (replayed.clocks.empty()) replayed.clocks.push_back(log.clocks() - 1);
  };
  if (!o.trace.empty() || common.no_report) {
    replayed.waveform = o.trace;
    again("");
    return replayed;
  }
  try {
    replayed.waveform = waveform_path(o, common, o.top, report.first_mismatch_case);
    again(replayed.waveform);
  } catch (const base::ConfigError& error) {
    replayed.waveform_fault = error.what();
    replayed.waveform.clear();
    again("");
  }
  return replayed;
}

// In a process of its own, for the RTL may crash or loop for ever.
Outcome isolated(const VerifyOptions& o, const Common& common, const UserDevice& device) {
  const tool::TemporaryFolder folder;
  const auto start = std::chrono::steady_clock::now();
  const std::string answer =
      tool::run_isolated("module " + o.top, kPatience, [&](const tool::Pulse& pulse) {
        std::optional<rtl::Coverage> coverage =
            coverage_of(o, device.elaborated.spec, folder.path());
        const UserRunOptions traced{o.trace, {}, nullptr};
        verify::Report report =
            run_user_device(o, common, device,
                            coverage ? UserRunOptions{"", {}, nullptr, &*coverage} : traced, pulse);
        if (coverage) {
          if (!o.trace.empty()) run_user_device(o, common, device, traced, pulse);
          const std::vector<rtl::Covered> rows = coverage->rows();
          report.cover.insert(report.cover.begin(), rows.begin(), rows.end());
        }
        Replayed replayed{o.trace, "", {}};
        if (failed(report)) replayed = replay(o, common, device, report, folder.path(), pulse);
        const nlohmann::json told{{"report", report},
                                  {"waveform", replayed.waveform},
                                  {"waveform_fault", replayed.waveform_fault},
                                  {"clocks", replayed.clocks}};
        return told.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
      });
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  const nlohmann::json told = nlohmann::json::parse(answer);
  Outcome outcome{told.at("report"),
                  told.at("waveform"),
                  told.at("waveform_fault"),
                  {},
                  std::max(wall.count(), 1e-9)};
  if (outcome.report.mismatches == 0) return outcome;
  spdlog::info("{}: repeating what failed in a second simulator", o.top);
  const std::vector<std::int64_t> clocks = told.at("clocks");
  outcome.confirmation =
      rtl::confirm(rtl::ask_second_engine(device.elaborated.spec, device.elaborated.interface,
                                          device.expected, folder.path()),
                   clocks);
  if (outcome.report.first_mismatch_clock < 0) {
    outcome.report.first_mismatch_clock = clocks.front();
  }
  return outcome;
}

std::string about_waveform(const Outcome& outcome) {
  if (!outcome.waveform.empty()) return "the waveform is in " + outcome.waveform;
  if (outcome.waveform_fault.empty()) return "there is no waveform, as --no-report writes no files";
  return "the waveform could not be written: " + outcome.waveform_fault;
}

void complain_of(const VerifyOptions& o, const UserDevice& device, const Outcome& outcome) {
  const verify::Report& report = outcome.report;
  std::string text = report.first_mismatch;
  if (!report.stopped.empty()) text += (text.empty() ? "" : "\n  and stopped: ") + report.stopped;
  const bool as_if_late =
      text.find("did not ask") != text.npos || text.find("not max") != text.npos;
  if (!device.latency_known && as_if_late) {
    text += "\n  Answers were due in the clock of the request; if they come later, give --latency.";
  }
  const bool refuted = report.mismatches > 0 && outcome.confirmation.verdict == rtl::Confirmed::no;
  std::string lines = fmt::format(
      "jacquard: {} {}: {}", o.top,
      refuted ? "has a fault in Verilator that another simulator does not show" : "does not hold",
      text);
  if (report.mismatches > 0) {
    const bool unknown = outcome.confirmation.verdict == rtl::Confirmed::unknown;
    lines += fmt::format("\njacquard: {}{}", unknown ? "not confirmed by a second simulator: " : "",
                         outcome.confirmation.text);
  }
  complain(fmt::format("{}\njacquard: {}", lines, about_waveform(outcome)));
}

void say_unfair(const VerifyOptions& o, const UserDevice& device, const verify::Report& report) {
  if (device.rules.max_wait > 0 || report.starved_pairs == 0 || failed(report)) return;
  spdlog::info(
      "{}: with all pairs asking, {} of {} are never granted; it is not judged ({})", o.top,
      report.starved_pairs, o.ports * o.ports,
      o.max_wait ? "--max-wait 0" : "its grants depend on req_i alone; --max-wait judges it");
}

}  // namespace

const char* word_for(rtl::Confirmed verdict) {
  if (verdict == rtl::Confirmed::unknown) return "unknown";
  return verdict == rtl::Confirmed::yes ? "yes" : "no";
}

int verify_user_rtl(const VerifyOptions& o, const Common& common) {
  check_own_options(o);
  const UserDevice device = build_user_device(o);
  const Outcome outcome = isolated(o, common, device);
  const verify::Report& report = outcome.report;
  if (!report.stopped.empty() && !report.stopped_by_assertion && report.mismatches == 0) {
    throw base::ConfigError({"module " + o.top, "", "that it runs to the end", "",
                             report.stopped + "; " + about_waveform(outcome)});
  }
  const nlohmann::json identity{{"text", device.elaborated.spec.text},
                                {"words", device.elaborated.spec.words},
                                {"kind", o.kind},
                                {"golden", o.golden},
                                {"cases", cases_of(o)},
                                {"demand_class", o.demand_class},
                                {"latency", device.rules.latency},
                                {"max_wait", device.rules.max_wait},
                                {"min_efficiency", device.rules.min_efficiency},
                                {"floor", o.floor},
                                {"top_offset", top_offset_of(o)},
                                {"fill", !o.no_fill},
                                {"history", o.history},
                                {"maximal", !o.no_maximal}};
  report::Result result("verify", common.seed, identity);
  result.add(metrics(o.kind)({o, device, outcome}));
  add_map_rows(result, device.wiring);
  if (o.coverage) add_coverage_rows(result, report.cover);
  if (!o.junit.empty()) {
    write_junit(o.junit, o.top,
                checks_of({{"directed", report.directed_cases},
                           {"exhaustive", report.exhaustive_cases},
                           {"random", cases_of(o)},
                           {"held", report.held_cases},
                           {"history", report.history_cases},
                           {"saturated", o.kind == "arbiter" ? 1 : 0}},
                          report));
  }
  print(result, common);
  say_unfair(o, device, report);
  if (!failed(report)) return 0;
  complain_of(o, device, outcome);
  return kCheckDidNotHold;
}

std::vector<report::RowKind> user_rtl_rows() {
  return {metrics("arbiter").kind(), metrics("scheduler").kind()};
}

}  // namespace jacquard::cli
