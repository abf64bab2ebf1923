// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rtl/model_cache.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <thread>
#include <tuple>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/base/hash.hpp"
#include "jacquard/base/leftover.hpp"
#include "jacquard/rtl/combinational_loop.hpp"
#include "jacquard/rtl/shim_text.hpp"
#include "jacquard/tool/cache_folder.hpp"
#include "jacquard/tool/process.hpp"

namespace jacquard::rtl {
namespace fs = std::filesystem;
namespace {

using Command = std::vector<std::string>;

// -O3 here is Verilator's own; the hot half of what it writes is compiled with -O2, or with -O1
// where the model is large, or -O3 in between. The half that only runs at start is not optimised.
const Command kVerilate = {"verilator",  "--cc",     "-O3",         "-Wall",
                           "--x-assign", "unique",   "--x-initial", "unique",
                           "--noassert", "--prefix", "Vjq"};

// Where a vector depends on itself but no bit does, settling takes as many rounds as the longest
// path has cells: Verilator's own limit of 100 would call a ripple of 64 x 64 cells a loop. Its
// gate and data-flow optimisers get such a vector wrong (verilator#4117), so they
// are off.
const Command kVerilateUser = {"verilator",
                               "--cc",
                               "-O3",
                               "-fno-gate",
                               "-fno-dfg",
                               "--x-assign",
                               "unique",
                               "--x-initial",
                               "unique",
                               "--assert",
                               "--no-timing",
                               "-Wno-fatal",
                               "-Wno-lint",
                               "-Wno-style",
                               "--converge-limit",
                               "20000",
                               "--unroll-count",
                               "4096",
                               "--unroll-stmts",
                               "200000",
                               "--prefix",
                               "Vjq"};

// Verilator 5.006 miscounts branches of a process that it has split. Bits are counted in a waveform
// (toggles.hpp), which must lack none.
const Command kVerilateCoverage = {"--coverage-line",    "-fno-split",
                                   "-fno-reorder",       "--trace",
                                   "--trace-underscore", "--no-trace-params",
                                   "--trace-max-width",  "1000000",
                                   "--trace-max-array",  "1000000"};

Waves waves_in(const ModelSpec& spec) {
  if (spec.coverage) return Waves::vcd;
  return spec.from_user && spec.waves == Waves::none ? Waves::fst : spec.waves;
}

Command verilate_command(const ModelSpec& spec) {
  Command command = spec.from_user ? kVerilateUser : kVerilate;
  const auto add = [&](const Command& words) {
    command.insert(command.end(), words.begin(), words.end());
  };
  if (spec.coverage) {
    add(kVerilateCoverage);
  } else if (waves_in(spec) != Waves::none) {
    add({waves_in(spec) == Waves::fst ? "--trace-fst" : "--trace"});
    if (!spec.from_user) add({"--trace-structs"});
  }
  return command;
}

std::string run(const Command& command, const std::string& folder) {
  const tool::ProcessResult result = tool::run_process(command, folder);
  if (result.exit_code == 0) return result.output;
  throw base::ConfigError({command[0], "", "to succeed on the RTL model",
                           fmt::format("exit code {}", result.exit_code),
                           complaint_in(result.output)});
}

constexpr const char* kCompiler = "c++";

// The compiler's effort where the user sets it, else "". A model that runs for a moment is best
// optimised little.
std::string chosen_effort() {
  const char* const chosen = std::getenv("JACQUARD_RTL_EFFORT");
  if (chosen == nullptr || *chosen == '\0') return "";
  const std::string effort = chosen;
  if (effort == "0" || effort == "1" || effort == "2" || effort == "3") return "-O" + effort;
  throw base::ConfigError({"JACQUARD_RTL_EFFORT", "", "0, 1, 2 or 3", effort, ""});
}

// A module's name may be escaped and hold anything.
std::string name_in_path(std::string name) {
  for (char& c : name) {
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_') c = '_';
  }
  return name;
}

std::string tool_versions() {
  return run({"verilator", "--version"}, "") + run({kCompiler, "--version"}, "");
}

std::string key_of(const ModelSpec& spec, const std::string& versions) {
  std::string text = versions + chosen_effort();
  for (const std::string& word : verilate_command(spec)) text += word + ' ';
  for (const std::string& word : spec.words) text += word + ' ';
  text += spec.text;
  for (const std::string& source : spec.sources) text += base::read_file(source);
  for (const ShimFile& file : shim_files()) text += file.text;
  for (const auto& [name, value] : spec.parameters) text += fmt::format("{}={},", name, value);
  // A model that was kept because nothing could prove its loop is not an answer where Yosys can.
  if (spec.from_user && tool::on_path("yosys")) text += "yosys";
  return fmt::format("{}-{}{}", name_in_path(spec.top),
                     base::fnv1a_hex(text + spec.top + spec.shim),
                     !spec.from_user && spec.waves != Waves::none ? "-trace" : "");
}

std::string label_of(const ModelSpec& spec) {
  std::string text = spec.top;
  for (const auto& [name, value] : spec.parameters) text += fmt::format(" {}={}", name, value);
  return text;
}

// Runs the commands on as many threads as there are cores; the first failure is thrown.
void run_all(const std::vector<Command>& commands, const std::string& folder) {
  std::atomic<std::size_t> next{0};
  std::vector<std::exception_ptr> faults(commands.size());
  const auto work = [&] {
    for (std::size_t i; (i = next++) < commands.size();) {
      try {
        run(commands[i], folder);
      } catch (...) {
        faults[i] = std::current_exception();
      }
    }
  };
  std::vector<std::thread> threads;
  for (unsigned t = 1; t < std::max(1u, std::thread::hardware_concurrency()); ++t) {
    threads.emplace_back(work);
  }
  work();
  for (std::thread& thread : threads) thread.join();
  for (const std::exception_ptr& fault : faults) {
    if (fault) std::rethrow_exception(fault);
  }
}

// Verilator is run on copies in its own folder, by their bare names: it takes a path with a space
// for a short file name, and calls that a mistake.
std::string verilate(const ModelSpec& spec, const std::string& folder) {
  Command command = verilate_command(spec);
  command.insert(command.end(), {"--Mdir", ".", "--top-module", spec.top});
  for (const auto& [name, value] : spec.parameters) {
    command.push_back(fmt::format("-G{}={}", name, value));
  }
  for (const fs::path source : spec.sources) {
    fs::copy_file(source, folder / source.filename());
    command.push_back(source.filename().string());
  }
  command.insert(command.end(), spec.words.begin(), spec.words.end());
  if (!spec.text.empty()) {
    base::write_file(folder + "/design.sv", spec.text);
    command.push_back("design.sv");
  }
  return run(command, folder);
}

// Bytes of the sources that Verilator has written: some 7 MB of a ladder of 64 ports, 41 MB of one
// of 128, of which a file of 4 MB takes 40 s with -O2 and 15 s with -O1. Without, a run takes
// longer than that.
constexpr std::uintmax_t kMostForO2 = 24U << 20;
// Of 12 MB, a ladder of 72 ports whose words are wider than the machine's, a clock takes 8.4 us
// with -O3 and 10.8 with -O2; of 7 MB, one of 64 ports, both take 2.4.
constexpr std::uintmax_t kLeastForO3 = 9U << 20;

std::vector<fs::path> verilated_in(const std::string& folder) {
  std::vector<fs::path> sources;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.rfind("Vjq", 0) != 0 || entry.path().extension() != ".cpp") continue;
    sources.push_back(entry.path());
  }
  return sources;
}

std::uintmax_t size_of(const std::string& folder) {
  std::uintmax_t size = 0;
  for (const fs::path& source : verilated_in(folder)) size += fs::file_size(source);
  return size;
}

// What to compile at once, by an #include of each source.
struct Unit {
  std::string text;
  std::uintmax_t size = 0;
  bool only_at_start = false;
};

// What runs in each clock comes first, and the longest of it: so the last one to finish is a short
// one. Reading the headers takes a second for each unit, so short sources share one. A small model
// is one unit.
std::vector<Unit> units_of(const ModelSpec& spec, const std::string& folder) {
  constexpr std::uintmax_t small = 1 << 20, most_shared = 512 << 10;
  std::vector<std::tuple<bool, std::uintmax_t, std::string>> sources;
  const auto add = [&](const fs::path& source) {
    const std::string name = source.filename().string(), mark = "__Slow.cpp";
    const bool only_at_start =
        name.size() > mark.size() && name.substr(name.size() - mark.size()) == mark;
    sources.emplace_back(!only_at_start, fs::file_size(source), name);
  };
  add(fs::path(folder) / (spec.shim + ".cpp"));
  for (const fs::path& source : verilated_in(folder)) add(source);
  std::sort(sources.rbegin(), sources.rend());
  const bool whole = size_of(folder) <= small;
  std::vector<Unit> units;
  for (const auto& [hot, size, source] : sources) {
    const bool shares = !units.empty() && (whole || (units.back().only_at_start == !hot &&
                                                     units.back().size + size <= most_shared));
    if (!shares) units.push_back({"", 0, !hot});
    units.back().text += "#include \"" + source + "\"\n";
    units.back().size += size;
  }
  return units;
}

// Verilator's own sources are compiled once for all models that use the same words.
fs::path runtime_object(const Command& compiler, const fs::path& source,
                        const std::string& versions) {
  std::string text = versions;
  for (const std::string& word : compiler) text += word + ' ';
  for (const ShimFile& file : shim_files()) text += file.text;  // one of them may be -included
  return fs::path(tool::cache_folder()) /
         fmt::format("{}-{}.o", source.stem().string(), base::fnv1a_hex(text));
}

void compile(const ModelSpec& spec, const std::string& folder, const std::string& versions) {
  for (const ShimFile& file : shim_files()) {
    base::write_file(folder + "/" + file.name, file.text);
  }
  std::string root = run({"verilator", "--getenv", "VERILATOR_ROOT"}, "");
  root.erase(root.find_last_not_of(" \n") + 1);

  const std::uintmax_t size = size_of(folder);
  const bool deep = size > kLeastForO3 || spec.vectors;
  const std::string chosen = chosen_effort();
  const std::string hot = !chosen.empty() ? chosen : size > kMostForO2 ? "-O1" : deep ? "-O3" : "-O2";
  const Waves waves = waves_in(spec);
  Command compiler{kCompiler,
                   "-std=c++17",
                   "-fPIC",
                   "-w",
                   "-I" + root + "/include",
                   "-I" + root + "/include/vltstd",
                   "-I.",
                   spec.coverage ? "-DVM_COVERAGE=1" : "-DVM_COVERAGE=0",
                   "-DVM_SC=0",
                   waves != Waves::none ? "-DVM_TRACE=1" : "-DVM_TRACE=0",
                   waves == Waves::fst ? "-DVM_TRACE_FST=1" : "-DVM_TRACE_FST=0",
                   waves == Waves::vcd ? "-DVM_TRACE_VCD=1" : "-DVM_TRACE_VCD=0"};
  if (waves != Waves::none) compiler.push_back("-DJQ_TRACE");
  if (spec.from_user) {
    compiler.insert(compiler.end(), {"-DVL_USER_FINISH", "-DVL_USER_STOP", "-DVL_USER_FATAL",
                                     "-include", "user_print.hpp"});
  }
  std::vector<Command> commands;
  const auto add = [&](const std::string& source, const std::string& object, const std::string& effort) {
    Command command = compiler;
    command.insert(command.end(), {effort, "-c", source, "-o", object});
    commands.push_back(std::move(command));
  };
  Command link{kCompiler, "-shared", "-o", "model.so"};
  for (const Unit& unit : units_of(spec, folder)) {
    const std::string source = fmt::format("{}/unit{}.cpp", folder, commands.size());
    base::write_file(source, unit.text);
    link.push_back(fmt::format("{}.o", commands.size()));
    add(source, link.back(), unit.only_at_start ? "-O0" : hot);
  }
  std::vector<std::pair<fs::path, fs::path>> fresh;  // where it is compiled, where it is kept
  std::vector<const char*> runtime{"verilated", "verilated_threads"};
  if (waves == Waves::fst) runtime.push_back("verilated_fst_c");
  if (waves == Waves::vcd) runtime.push_back("verilated_vcd_c");
  if (spec.coverage) runtime.push_back("verilated_cov");
  for (const char* name : runtime) {
    const std::string source = fmt::format("{}/include/{}.cpp", root, name);
    const fs::path kept = runtime_object(compiler, source, versions);
    link.push_back(kept.string());
    if (fs::exists(kept)) continue;
    fresh.emplace_back(fmt::format("{}/{}.o", folder, name), kept);
    add(source, fresh.back().first.string(), "-O2");
  }
  run_all(commands, folder);
  for (const auto& [compiled, kept] : fresh) fs::rename(compiled, kept);
  link.insert(link.end(), {"-pthread", "-latomic"});
  if (waves == Waves::fst) link.push_back("-lz");
  run(link, folder);
}

}  // namespace

Waves waves_of(const std::string& file) {
  if (file.empty()) return Waves::none;
  return fs::path(file).extension() == ".vcd" ? Waves::vcd : Waves::fst;
}

std::string complaint_in(const std::string& output) {
  std::istringstream lines(output);
  std::string first, line;
  while (std::getline(lines, line)) {
    if (first.empty()) first = line;
    if (line.find("rror") != std::string::npos || line.find("arning") != std::string::npos) {
      return line;
    }
  }
  return first;
}

std::string build_model(const ModelSpec& spec) {
  tool::require_program("verilator", "verilator");
  tool::require_program(kCompiler, "g++");
  const std::string versions = tool_versions();
  const fs::path kept = fs::path(tool::cache_folder()) / key_of(spec, versions);
  const fs::path model = kept / "model.so";
  if (fs::exists(model)) return model.string();

  spdlog::info("building the RTL model {} (once; kept in {})", label_of(spec),
               tool::cache_folder());
  const fs::path aside = kept.string() + fmt::format(".part{}", ::getpid());
  std::error_code ignored;
  const base::Leftover unfinished([&] {
    fs::remove_all(aside, ignored);
    fs::create_directories(aside, ignored);
    return aside.string();
  });
  if (!fs::is_directory(aside)) {
    throw base::ConfigError({tool::cache_folder(), "", "a folder that can be written", "",
                             "set JACQUARD_CACHE to one"});
  }
  try {
    const std::string said = verilate(spec, aside.string());
    if (spec.from_user) refuse_loops(spec, said, aside.string());
    compile(spec, aside.string(), versions);
  } catch (...) {
    fs::remove_all(aside, ignored);
    throw;
  }
  for (const fs::directory_entry& entry : fs::directory_iterator(aside)) {
    if (entry.path().filename() != "model.so") fs::remove_all(entry.path(), ignored);
  }
  fs::rename(aside, kept, ignored);  // fails if another run was faster: use its model
  fs::remove_all(aside, ignored);
  return model.string();
}

}  // namespace jacquard::rtl
