// SPDX-License-Identifier: Apache-2.0
// jacquard verify: an RTL core against its golden model, cycle by cycle; a memory's commands
// against its constraints.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <utility>

#include "jacquard/base/bitset.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/demand/generate.hpp"
#include "jacquard/report/metric_table.hpp"
#include "jacquard/schedule/core/core_names.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/config_options.hpp"
#include "sim/cli/require_range.hpp"
#include "sim/cli/verify/options.hpp"

namespace jacquard::cli {
namespace {

constexpr std::int64_t kMostCases = 1'000'000'000'000;
const std::vector<std::string> kCores{"unit", "ladder", "minhold", "shift",
                                      "few",  "choose", "wwfa",    "crossbar"};

struct CoreLine {
  const char* core;
  const char* module;
  const char* summary;
};

constexpr CoreLine kCoreList[] = {
    {"unit", "jq_scheduler KIND=0",
     "a wave per clock, each taking one quantum from every cell it grants"},
    {"ladder", "jq_scheduler KIND=1", "waves of power-of-two levels, with a strong and a fill lap"},
    {"minhold", "jq_scheduler KIND=2",
     "a matching at a time, held for the smallest counter it grants"},
    {"shift", "jq_scheduler KIND=3",
     "cyclic shifts of the ports' digits, each held for the port that sends most by it"},
    {"few", "jq_scheduler KIND=4",
     "few settings: passes over all cells, each held for the largest counter it serves"},
    {"choose", "jq_scheduler KIND=5",
     "a ladder, a few and a shift core: the one that is expected to take least for the guard"},
    {"wwfa", "jq_slot_arbiter", "wrapped wave front arbiter, one matching per clock"},
    {"crossbar", "jq_crossbar", "data path with a double-buffered configuration and guard clocks"},
};

const report::MetricTable<CoreLine>& list_metrics() {
  using M = report::Metric<CoreLine>;
  using report::Unit;
  static const report::MetricTable<CoreLine> table(
      "", "A core (--list).",
      {
          M("core", Unit::text, &CoreLine::core, "Its name."),
          M("module", Unit::text, &CoreLine::module, "Its module."),
          M("summary", Unit::text, &CoreLine::summary, "What it does."),
      },
      report::Columns::all);
  return table;
}

std::vector<report::RowKind> rows() {
  std::vector<report::RowKind> all = user_rtl_rows();
  for (report::RowKind& kind : wired_rtl_rows()) all.push_back(std::move(kind));
  all.push_back(our_core_rows());
  for (report::RowKind& kind : command_rows()) all.push_back(std::move(kind));
  all.push_back(list_metrics().kind());
  return all;
}

int list_cores(const Common& common) {
  report::Result result("verify", common.seed, {{"list", true}});
  for (const CoreLine& core : kCoreList) result.add(list_metrics()(core));
  print(result, common);
  return 0;
}

void check_options(const VerifyOptions& o) {
  if (!o.has_user_rtl() && std::find(kCores.begin(), kCores.end(), o.core) == kCores.end()) {
    base::throw_unknown_name("--core", "a core", o.core, kCores);
  }
  const auto kind = o.has_user_rtl() ? std::nullopt : schedule::core_named(o.core);
  const int most = kind ? schedule::kMostCorePorts : base::kWordBits;
  require_range("--ports", o.ports, 1, most);
  require_range("--bits", o.bits, 1, 16);
  if (o.diagonals_per_clock) {
    require_range("--diagonals-per-clock", *o.diagonals_per_clock, 1, o.ports);
  }
  schedule::require_rows_per_clock(o.rows_per_clock, o.ports, {"--rows-per-clock", ""});
  if (o.top_offset) require_range("--top-offset", *o.top_offset, 0, o.bits - 1);
  require_range("--floor", o.floor, 0, o.bits - 1);
  if (o.cases) require_range("--cases", *o.cases, 1, kMostCases);
  check_files(o);
}

// What only a user's RTL has is not passed over in silence.
void refuse_without_rtl(const VerifyOptions& o) {
  const std::pair<const char*, bool> given[] = {{"--top", !o.top.empty()},
                                                {"--kind", !o.kind.empty()},
                                                {"--golden", !o.golden.empty()},
                                                {"--latency", o.latency.has_value()},
                                                {"--include", !o.include_folders.empty()},
                                                {"--define", !o.defines.empty()},
                                                {"--param", !o.parameters.empty()},
                                                {"--no-maximal", o.no_maximal},
                                                {"--max-wait", o.max_wait.has_value()},
                                                {"--min-efficiency", o.min_efficiency != 0},
                                                {"--map", !o.maps.empty()},
                                                {"--reset", !o.resets.empty()},
                                                {"--tie", !o.ties.empty()},
                                                {"--contract", !o.contract.empty()},
                                                {"--outputs", o.outputs.has_value()},
                                                {"--lanes", o.lanes.has_value()},
                                                {"--emit-bench", !o.emit_bench.empty()},
                                                {"--coverage", o.coverage},
                                                {"--history", o.history},
                                                {"--useless-pairs", o.useless_pairs},
                                                {"--cycle-limit", o.cycle_limit.has_value()}};
  for (const auto& [option, is_given] : given) {
    if (is_given) throw base::ConfigError({option, "", "--rtl FILES with it", "none", ""});
  }
}

// Options that mean something for some cores only. The shape N, B may be given for every core, so
// that a loop over cores can.
struct CoreOptions {
  Option diagonals, shape, top_offset, floor, no_fill, descend, rows, parity, no_rotate;

  void refuse(const VerifyOptions& o) const {
    if (o.list) return;
    const std::string core = !o.has_user_rtl() ? o.core : !o.golden.empty() ? o.golden : o.kind;
    const auto ours = o.has_user_rtl() ? std::nullopt : schedule::core_named(core);
    const bool user_scheduler =
        o.has_user_rtl() && core != "wwfa" && core != "arbiter" && !is_wired_kind(core);
    shape.only_if(ours && schedule::has_digits(*ours), core + " knows no digits of ports");
    diagonals.only_if(user_scheduler || (ours && schedule::has_diagonals(*ours)),
                      core + " has no diagonals to pass");
    descend.only_if(core == "ladder", core + " is no ladder");
    parity.only_if(ours && schedule::has_diagonals(*ours) && core != "choose",
                   core + " has no parity");
    rows.only_if(ours == schedule::CoreKind::ladder, core + " is no ladder");
    for (const Option* option : {&top_offset, &floor, &no_fill}) {
      option->only_if(user_scheduler || (ours && schedule::has_levels(*ours)),
                      core + " has no levels");
    }
    no_rotate.only_if(core == "wwfa" && !o.has_user_rtl(), core + " has no such priority");
  }
};

int run_verify(const VerifyOptions& o, const Common& common) {
  if (o.list) return list_cores(common);
  if (!o.commands.empty()) return verify_commands(o, common);
  if (!o.has_user_rtl()) refuse_without_rtl(o);
  check_options(o);
  if (!o.has_user_rtl()) return verify_our_core(o, common);
  VerifyOptions named = o;
  named.top = o.module();
  return is_wired_kind(o.kind) ? verify_wired_rtl(named, common) : verify_user_rtl(named, common);
}

void add_user_rtl_options(Arguments& app, VerifyOptions& o) {
  add_rtl_options(app, o);
  app.add_option(
      "--kind", o.kind,
      "arbiter (clk_i, rst_ni, req_i, gnt_o; prio_i, valid_i, valid_o), scheduler (the ports of "
      "jq_scheduler), n-to-1, allocator, matrix, multi-cycle or crossbar (any ports)");
  app.add_option("--map", o.maps,
                 "Which port plays a role: req=req_i, data=flit_i.data, req=r0,r1; or a JSON file");
  app.add_option("--reset", o.resets, "Your reset: PORT:high or PORT:low");
  app.add_option("--tie", o.ties, "An input that never changes: PORT=VALUE");
  app.add_option("--contract", o.contract,
                 "What your module promises, such as order=fixed or stable=valid");
  app.add_option("--outputs", o.outputs, "allocator, crossbar: outputs, 1..64 (as many as inputs)");
  app.add_option("--lanes", o.lanes, "allocator: queues of an input, 1..64 (1)");
  add_file_option(app, "--emit-bench", o.emit_bench,
                  "Leave a bench of its own in this folder: SystemVerilog, checker, stimulus");
  app.add_flag("--coverage", o.coverage,
               "Count lines, branches and bits of your RTL, and requests and grants");
  app.add_flag(
      "--history", o.history,
      "scheduler, matrix, multi-cycle: a demand is answered after others as after a reset");
  app.add_option("--golden", o.golden, "Compare bit for bit too: wwfa; or unit, ladder, minhold");
  app.add_option("--latency", o.latency,
                 "Arbiter: clocks from request to answer, 0..15 (the module's LATENCY, else 0)");
  app.add_flag("--no-maximal", o.no_maximal, "Arbiter: a pair may be left out");
  app.add_option("--max-wait", o.max_wait,
                 "Arbiter: answers within which a held request is granted (N with prio_i, else N*N "
                 "if it has state); 0: it may starve");
  app.add_option(
      "--min-efficiency", o.min_efficiency,
      "Arbiter: least share of a maximum matching, where all pairs ask half of the time");
  app.add_flag("--useless-pairs", o.useless_pairs,
               "Scheduler: a pair may be connected with nothing left to send");
  app.add_option(
      "--cycle-limit", o.cycle_limit,
      "Scheduler: clocks from start to done (100,000 + 8 N 2^B); beyond, it never answers");
}

}  // namespace

Command verify_command() {
  return {
      "verify",
      "Run an RTL core in lockstep with its golden model; judge your own RTL, a memory's commands",
      "  jacquard verify --core ladder --ports 16 --bits 8 --cases 1000\n"
      "  jacquard verify --core unit --ports 5 --bits 4 --diagonals-per-clock 3 --json\n"
      "  jacquard verify --core ladder --ports 64 --demand-class moe --top-offset 2\n"
      "  jacquard verify --core shift --ports 64 --shape 4x4x4\n"
      "  jacquard verify --core wwfa --ports 32 --cases 1000 --seed 7\n"
      "  jacquard verify --core crossbar --ports 16\n"
      "  jacquard verify --core ladder --ports 8 --cases 1 --trace ladder.fst\n"
      "  jacquard verify --rtl my_arbiter.sv --top my_arbiter --kind arbiter --ports 4\n"
      "  jacquard verify --rtl mux.sv --kind n-to-1 --map req=in_valid --reset rst:high\n"
      "  jacquard verify --rtl mux.sv --kind n-to-1 --coverage --junit mux.xml --trace mux.vcd\n"
      "  jacquard verify --rtl sched.sv --kind scheduler --ports 8 --history\n"
      "  jacquard verify -f files.f --top xbar --kind crossbar --ports 4 --emit-bench bench\n"
      "  jacquard verify --rtl a.sv,b.sv --top sched --kind scheduler --golden ladder\n"
      "  jacquard verify --commands commands.csv --memory ddr5_5600",
      [](Arguments& app, const Common& common) -> std::function<int()> {
        const auto o = std::make_shared<VerifyOptions>();
        const auto idle = std::make_shared<CoreOptions>();
        app.add_option("--core", o->core,
                       "unit, ladder, minhold, shift, few, choose, wwfa or crossbar");
        const Option ports =
            app.add_option("--ports", o->ports, "N, 1..256; wwfa, crossbar, your own: 1..64")
                .capture_default_str();
        app.add_option("--bits", o->bits, "B, width of a demand counter, 1..16 (wwfa has none)")
            .capture_default_str();
        app.add_option(
            "--cases", o->cases,
            "Demand matrices (wwfa: requests; crossbar: schedules) to run (100; your own "
            "arbiter: 100,000 requests, above 16 ports 10,000)");
        app.add_option("--demand-class", o->demand_class,
                       fmt::format("{}", fmt::join(demand::demand_class_names(), ", ")))
            .capture_default_str();
        idle->diagonals = app.add_option("--diagonals-per-clock", o->diagonals_per_clock,
                                         "S, 1..N (4, or N if that is less)");
        idle->shape =
            app.add_option("--shape", o->shape,
                           "shift, choose: values of the ports' digits, up to four, such as 4x4 "
                           "(auto: two of like size)");
        idle->top_offset = app.add_option(
            "--top-offset", o->top_offset,
            "ladder, choose: levels to start below the largest entry's (1; 0 if B is 1)");
        idle->floor = app.add_option("--floor", o->floor, "ladder, choose: lowest level")
                          .capture_default_str();
        idle->no_fill = app.add_flag("--no-fill", o->no_fill, "ladder, choose: no fill lap");
        idle->descend = app.add_flag("--descend", o->descend,
                                     "ladder: an empty wave's second lap serves the next level");
        idle->parity = app.add_flag("--parity", o->parity,
                                    "unit, ladder, minhold: counters have a parity bit");
        idle->rows = app.add_option("--rows-per-clock", o->rows_per_clock,
                                    "ladder: rows of a load, 1..4; divides the ports")
                         .capture_default_str();
        idle->no_rotate = app.add_flag("--no-rotate", o->no_rotate, "wwfa: fixed priority");
        add_file_option(
            app, "--trace", o->trace,
            "Write the RTL's waveform to this file, .fst or .vcd (without it, that of a case that "
            "fails)");
        add_file_option(app, "--junit", o->junit, "Write the checks as JUnit XML to this file");
        add_user_rtl_options(app, *o);
        app.alone(app.add_flag("--list", o->list, "List the cores"));
        app.alone(add_file_option(app, "--commands", o->commands,
                                  "A trace of a memory's commands "
                                  "(clock,time_ps,channel,command,group,bank,row,column)"));
        const Option memory = app.add_option("--memory", o->memory,
                                             "The memory that --commands is held against: a file, "
                                             "or the name of a shipped one");
        return [o, idle, memory, ports, &common] {
          o->ports_given = ports.given();
          memory.only_if(!o->commands.empty(), "only --commands are held against a memory");
          idle->refuse(*o);
          return run_verify(*o, common);
        };
      },
      false,
      true,
      rows,
      {{"", "cycles_mean", "mean length of a decision (clocks)", {"core", "top"}}}};
}

}  // namespace jacquard::cli
