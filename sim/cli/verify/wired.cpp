// SPDX-License-Identifier: Apache-2.0
// A module of the user's with ports of its own, held to the contract of its kind.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <utility>

#include "jacquard/base/error.hpp"
#include "jacquard/report/metric_table.hpp"
#include "jacquard/rtl/model_stopped.hpp"
#include "jacquard/rtl/pins.hpp"
#include "jacquard/rtl/second_engine.hpp"
#include "jacquard/tool/isolated.hpp"
#include "jacquard/tool/temporary_folder.hpp"
#include "sim/cli/require_range.hpp"
#include "sim/cli/verify/coverage_rows.hpp"
#include "sim/cli/verify/junit.hpp"
#include "sim/cli/verify/map_rows.hpp"
#include "sim/cli/verify/options.hpp"
#include "sim/cli/verify/user_device.hpp"
#include "sim/tool/progress.hpp"
#include "sim/verify/emit_bench.hpp"
#include "sim/verify/report_json.hpp"
#include "sim/verify/stream_bench.hpp"
#include "sim/verify/wired_run.hpp"

namespace jacquard::cli {
namespace {

constexpr std::chrono::seconds kPatience{20};  // for one clock of the model
constexpr std::int64_t kRandomCases = 1000;
constexpr int kWordBits = 32;  // of a crossbar whose word has a parameter
constexpr int kMostPorts = 64;

struct KindName {
  const char* name;
  rtl::RtlKind kind;
};
constexpr KindName kWiredKinds[] = {{"n-to-1", rtl::RtlKind::n_to_1},
                                    {"allocator", rtl::RtlKind::allocator},
                                    {"matrix", rtl::RtlKind::matrix},
                                    {"multi-cycle", rtl::RtlKind::matrix},
                                    {"crossbar", rtl::RtlKind::crossbar}};

struct WiredDevice {
  rtl::Elaborated elaborated;
  verify::WiredModule module;
  UserModels models;
};

struct WiredRow {
  const VerifyOptions& o;
  const verify::WiredModule& module;
  const verify::WiredReport& report;
  const rtl::Confirmation& confirmation;
  std::string waveform;

  bool failed() const { return !report.fault.empty() || !report.stopped.empty(); }
};

const report::MetricTable<WiredRow>& metrics() {
  using R = WiredRow;
  using M = report::Metric<R>;
  using report::Unit;
  using W = verify::WiredReport;
  const auto of = [](auto member) { return [member](const R& r) { return r.report.*member; }; };
  const auto shape = [](auto member) {
    return [member](const R& r) { return r.module.wiring.shape.*member; };
  };
  static const report::MetricTable<R> table(
      "", "An arbiter, allocator or crossbar of the user's, wired by role (--rtl).",
      {
          M(
              "top", Unit::text, [](const R& r) { return r.o.top; }, "The module.", "top"),
          M(
              "kind", Unit::text, [](const R& r) { return r.o.kind; },
              "n-to-1, allocator, matrix, multi-cycle or crossbar.", "kind"),
          M("inputs", Unit::count, shape(&rtl::SwitchShape::inputs), "Inputs.", "inputs"),
          M("lanes", Unit::count, shape(&rtl::SwitchShape::lanes), "Queues of an input."),
          M("outputs", Unit::count, shape(&rtl::SwitchShape::outputs), "Outputs.", "outputs"),
          M(
              "contract", Unit::text, [](const R& r) { return told(r.module.contract); },
              "What it promises, and is held to."),
          M(
              "latency_cycles", Unit::cycles,
              [](const R& r) { return std::max(r.module.contract.latency, 0); },
              "Clocks from request to grant.", "latency_cycles"),
          M(
              "pass", Unit::flag, [](const R& r) { return !r.failed(); }, "It keeps its contract.",
              "pass"),
          M("rule", Unit::text, of(&W::rule), "The promise it breaks first; empty if none."),
          M(
              "fault", Unit::text,
              [](const R& r) { return r.report.fault.empty() ? r.report.stopped : r.report.fault; },
              "How; empty if it does not."),
          M("failing_case", Unit::count, of(&W::failing_case), "In which case; -1 if none."),
          M("case", Unit::text, of(&W::label), "What that case asks; empty if none."),
          M("failing_clock", Unit::count, of(&W::failing_clock),
            "Clock since power-up of the shortest stimulus that shows it; -1 if none."),
          M("minimal_clocks", Unit::count, of(&W::minimal_clocks),
            "Clocks of that stimulus with something to say; 0 if none."),
          M("pins", Unit::text, of(&W::pins), "Ports in that clock; empty if none."),
          M(
              "confirmed", Unit::text,
              [](const R& r) {
                return r.report.fault.empty() ? "" : word_for(r.confirmation.verdict);
              },
              "A second simulator agrees: yes, no or unknown; empty if nothing failed."),
          M(
              "second_engine", Unit::text, [](const R& r) { return r.confirmation.text; },
              "What the second simulator said."),
          M("directed_cases", Unit::count, of(&W::directed), "Cases made to be difficult."),
          M("cases", Unit::count, of(&W::cases), "Random cases run.", "cases"),
          M("longest_wait_grants", Unit::count, of(&W::longest_wait),
            "Grants to others that a held request saw at most; of lanes turns, of a crossbar "
            "clocks.",
            "longest_wait"),
          M("throughput", Unit::ratio, of(&W::throughput),
            "Outputs that were given something, of those that could have been.", "throughput"),
          M("request_patterns", Unit::count, of(&W::patterns), "Different requests presented."),
          M("request_patterns_possible", Unit::count, of(&W::patterns_possible),
            "Of so many; 0 where they are too many to count."),
          M("served", Unit::count, of(&W::served),
            "Requesters that were granted; of a crossbar pairs."),
          M("to_serve", Unit::count, of(&W::to_serve), "Of so many."),
          M("clocks_compared", Unit::count, of(&W::clocks), "Clocks that were judged."),
          M(
              "waveform", Unit::text, [](const R& r) { return r.waveform; },
              "File of the shortest stimulus; empty if none."),
          M(
              "bench", Unit::text, [](const R& r) { return r.o.emit_bench; },
              "Folder of --emit-bench; empty if none."),
      });
  return table;
}

rtl::RtlKind kind_of(const VerifyOptions& o) {
  for (const KindName& each : kWiredKinds) {
    if (o.kind == each.name) return each.kind;
  }
  return rtl::RtlKind::n_to_1;
}

// Parameters that count what the options count, and the width of a crossbar's words.
std::vector<std::pair<std::string, int>> wished_parameters(const VerifyOptions& o,
                                                           const rtl::UserRtl& sources) {
  std::vector<std::pair<std::string, int>> wished;
  const auto wish = [&](const std::string& name, int value) {
    for (const std::string& given : sources.parameters) {
      if (given.rfind(name + "=", 0) == 0) return;
    }
    wished.emplace_back(name, value);
  };
  const bool crossbar = o.kind == "crossbar";
  if (o.ports_given) {
    for (const std::string& name : rtl::count_parameters(rtl::Count::inputs)) {
      if (!crossbar || name != "width_p") wish(name, o.ports);
    }
  }
  if ((o.outputs || o.ports_given) && o.kind != "n-to-1") {
    for (const std::string& name : rtl::count_parameters(rtl::Count::outputs)) {
      wish(name, o.outputs.value_or(o.ports));
    }
  }
  if (o.lanes) wish("VC_NUM", *o.lanes);
  if (crossbar && o.ports_given) wish("S_DEST_WIDTH", rtl::port_width(o.outputs.value_or(o.ports)));
  if (crossbar) {
    for (const char* name : {"DataWidth", "DATA_WIDTH", "DW"}) wish(name, kWordBits);
  }
  return wished;
}

void require_words(const std::string& top, const rtl::Wiring& wiring) {
  const rtl::Bus in = wiring.bus("data"), out = wiring.bus("data_out");
  const int least = verify::StreamBench::least_bits(wiring.shape);
  if (in.bits >= least && in.bits == out.bits) return;
  throw base::ConfigError({"module " + top, "",
                           fmt::format("words of at least {} bits, as wide out as in", least),
                           fmt::format("{} in and {} out", in.bits, out.bits),
                           "a word carries the number of its input and its own; set the width "
                           "by --param"});
}

WiredDevice build(const VerifyOptions& o) {
  WiredDevice device;
  const rtl::UserRtl sources = user_sources(o);
  const rtl::PortMap map = port_map_of(o);
  device.elaborated = rtl::elaborate(sources, wished_parameters(o, sources));
  device.module.kind = kind_of(o);
  const rtl::SwitchShape shape{o.ports_given ? o.ports : 0, o.lanes.value_or(0),
                               o.outputs.value_or(0)};
  rtl::Wiring& wiring = device.module.wiring;
  wiring = rtl::wire(o.top, device.elaborated.interface, map, device.module.kind, shape,
                     device.elaborated.spec.words);
  for (const auto& [what, value] :
       {std::pair("inputs", wiring.shape.inputs), std::pair("outputs", wiring.shape.outputs),
        std::pair("lanes", wiring.shape.lanes)}) {
    if (value > kMostPorts) {
      throw base::ConfigError({"module " + o.top, "",
                               fmt::format("at most {} {}", kMostPorts, what),
                               std::to_string(value), "say --ports"});
    }
  }
  if (o.kind == "multi-cycle" && !wiring.bus("done").there()) {
    throw base::ConfigError({"--kind", "", "a port for done", "none", "say --map done=PORT"});
  }
  if (device.module.kind == rtl::RtlKind::crossbar) require_words(o.top, wiring);
  std::vector<std::string> hints;
  verify::Contract& contract = device.module.contract;
  contract =
      verify::default_contract(device.module.kind, wiring, device.elaborated.interface, hints);
  for (const std::string& hint : hints) wiring.guess("contract", hint);
  if (o.latency) contract.latency = *o.latency;
  if (o.max_wait) contract.max_wait = *o.max_wait;
  for (const std::string& promise : map.contract) {
    const std::size_t equals = std::min(promise.find('='), promise.size());
    verify::contract_fields().set(contract, promise.substr(0, equals),
                                  promise.substr(std::min(equals + 1, promise.size())),
                                  "--contract");
  }
  if (contract.ends == verify::Ends::done && !wiring.bus("done").there()) {
    throw base::ConfigError(
        {"--contract", "", "a port for done, for ends=done", "none", "say --map done=PORT"});
  }
  if (contract.order == verify::Order::weighted) {
    static_cast<void>(contract.weight_list(wiring.shape.requesters()));
  }
  put_behind(wiring, device.elaborated);
  device.elaborated.spec.shim = "user_pins";
  device.models = build_models(o, device.elaborated.spec);
  return device;
}

struct Outcome {
  verify::WiredReport report;
  std::string waveform, waveform_fault;
  rtl::Confirmation confirmation;
};

// Plays the failing script, or some cases where none fails, once more: for the waveform and the log
// of all pins in `folder`.
void replay(const VerifyOptions& o, const Common& common, const WiredDevice& device,
            const verify::Script& script, const std::string& folder, const tool::Pulse& pulse,
            Outcome& outcome) {
  const auto again = [&](const std::string& trace) {
    rtl::PinLog log(folder, device.module.contract.latency);
    rtl::UserRun run{device.models.traced,
                     device.elaborated.interface,
                     static_cast<std::uint32_t>(common.seed),
                     trace,
                     pulse,
                     &log};
    const auto model = rtl::make_pin_device(run, device.module.wiring);
    try {
      play_wired(device.module, *model, common.seed, script);
    } catch (const rtl::ModelStopped&) {  // as it did before
    }
    const bool at_the_end = outcome.report.rule != "history";
    if (!script.empty() && at_the_end) outcome.report.failing_clock = log.clocks() - 1;
  };
  const bool failed = !script.empty();
  if (o.trace.empty() && (!failed || common.no_report)) return again("");
  try {
    outcome.waveform = waveform_path(o, common, o.top, outcome.report.failing_case);
    again(outcome.waveform);
  } catch (const base::ConfigError& error) {
    if (!failed) throw;
    // The verdict stands.
    outcome.waveform_fault = error.what();
    outcome.waveform.clear();
    again("");
  }
}

void note_measured(verify::WiredModule& module, const verify::WiredReport& report) {
  for (const std::string& promise : report.measured) {
    verify::contract_fields().set(module.contract, promise);
    module.wiring.guess("contract", promise + " (measured)");
  }
}

Outcome isolated(const VerifyOptions& o, const Common& common, WiredDevice& device,
                 const std::string& folder) {
  const std::string answer =
      tool::run_isolated("module " + o.top, kPatience, [&](const tool::Pulse& pulse) {
        tool::Progress lines("verify " + o.top, "cases");
        std::optional<rtl::Coverage> coverage = coverage_of(o, device.elaborated.spec, folder);
        const verify::MakeDevice make = [&](std::uint32_t seed) {
          return rtl::make_pin_device({device.models.judged, device.elaborated.interface, seed, "",
                                       pulse, nullptr, coverage ? &*coverage : nullptr},
                                      device.module.wiring);
        };
        const std::int64_t random = o.cases.value_or(kRandomCases);
        const auto progress = [&](std::int64_t done) {
          lines.at(static_cast<double>(done), static_cast<double>(done + random));
        };
        verify::Script script;
        Outcome outcome;
        outcome.report =
            verify_wired(device.module, make, common.seed, random, o.history, progress, script);
        if (coverage) {
          const std::vector<rtl::Covered> rows = coverage->rows();
          auto& cover = outcome.report.cover;
          cover.insert(cover.begin(), rows.begin(), rows.end());
        }
        if (!script.empty() || !o.trace.empty() || !o.emit_bench.empty()) {
          replay(o, common, device, script, folder, pulse, outcome);
        }
        const nlohmann::json told{{"report", outcome.report},
                                  {"waveform", outcome.waveform},
                                  {"waveform_fault", outcome.waveform_fault}};
        return told.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
      });
  const nlohmann::json told = nlohmann::json::parse(answer);
  Outcome outcome{told.at("report"), told.at("waveform"), told.at("waveform_fault"), {}};
  note_measured(device.module, outcome.report);
  if (outcome.report.fault.empty()) return outcome;
  spdlog::info("{}: repeating what failed in a second simulator", o.top);
  outcome.confirmation =
      rtl::confirm(rtl::ask_second_engine(device.elaborated.spec, device.elaborated.interface,
                                          wired_ports(device.module.wiring), folder),
                   {outcome.report.failing_clock});
  return outcome;
}

// Whether a word may have been taken clocks before it is offered: then what is offered is another
// requester's than the one that is granted.
bool may_be_a_stream(const verify::WiredModule& module, const verify::WiredReport& report) {
  if (module.kind != rtl::RtlKind::n_to_1 || report.fault.empty()) return false;
  for (const char* rule : {"order", "fair", "weight", "power-up", "reset"}) {
    if (report.rule == rule) return false;
  }
  for (const char* role : {"gnt", "valid", "data", "data_out"}) {
    if (!module.wiring.bus(role).there()) return false;
  }
  return module.wiring.bus("ready").there() || module.wiring.bus("yumi").there();
}

void complain_of(const VerifyOptions& o, const Common& common, const verify::WiredModule& module,
                 const Outcome& outcome) {
  const verify::WiredReport& report = outcome.report;
  std::string text = fmt::format("jacquard: {} does not keep its contract: seed {}, case {} ({})",
                                 o.top, common.seed, report.failing_case, report.label);
  if (report.fault.empty()) {
    text += ": it stopped: " + report.stopped;
  } else {
    text += fmt::format(
        ", {}: {}\n  shortest stimulus: clocks that ask: {}; in clock {} since power-up: {}",
        report.rule, report.fault, report.minimal_clocks, report.failing_clock, report.pins);
    const bool unknown = outcome.confirmation.verdict == rtl::Confirmed::unknown;
    text += fmt::format("\njacquard: {}{}", unknown ? "not confirmed by a second simulator: " : "",
                        outcome.confirmation.text);
  }
  if (may_be_a_stream(module, report)) {
    text +=
        "\njacquard: if the output is a register that takes the word, the module is a "
        "crossbar of one output: --kind crossbar --outputs 1";
  }
  if (!outcome.waveform.empty()) text += "\njacquard: the waveform is in " + outcome.waveform;
  if (!outcome.waveform_fault.empty()) {
    text += "\njacquard: the waveform could not be written: " + outcome.waveform_fault;
  }
  complain(text);
}

}  // namespace

bool is_wired_kind(const std::string& kind) {
  for (const KindName& each : kWiredKinds) {
    if (kind == each.name) return true;
  }
  return false;
}

int verify_wired_rtl(const VerifyOptions& o, const Common& common) {
  check_own_options(o);
  if (o.outputs) require_range("--outputs", *o.outputs, 1, kMostPorts);
  if (o.lanes) require_range("--lanes", *o.lanes, 1, kMostPorts);
  WiredDevice device = build(o);
  const tool::TemporaryFolder folder;
  const Outcome outcome = isolated(o, common, device, folder.path());
  const verify::WiredReport& report = outcome.report;
  const WiredRow row{o, device.module, report, outcome.confirmation, outcome.waveform};
  if (!o.emit_bench.empty()) {
    verify::emit_bench(o.emit_bench, device.module, report, device.elaborated.spec.text,
                       folder.path());
  }
  if (!report.stopped.empty() && !report.stopped_by_assertion) {
    throw base::ConfigError({"module " + o.top, "", "that it runs to the end", "", report.stopped});
  }
  report::Result result("verify", common.seed,
                        {{"text", device.elaborated.spec.text},
                         {"kind", o.kind},
                         {"contract", told(device.module.contract)},
                         {"history", o.history},
                         {"cases", o.cases.value_or(kRandomCases)}});
  result.add(metrics()(row));
  add_map_rows(result, device.module.wiring);
  if (o.coverage) add_coverage_rows(result, report.cover);
  if (!o.junit.empty()) write_junit(o.junit, o.top, checks_of(device.module, o.history, report));
  print(result, common);
  if (!row.failed()) return 0;
  complain_of(o, common, device.module, outcome);
  return kCheckDidNotHold;
}

std::vector<report::RowKind> wired_rtl_rows() {
  return {metrics().kind(), map_row_kind(), coverage_row_kind()};
}

}  // namespace jacquard::cli
