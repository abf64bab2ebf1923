// SPDX-License-Identifier: Apache-2.0
#include "vectors/bench.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/tool/process.hpp"

namespace jacquard::tb {
namespace fs = std::filesystem;
namespace {

constexpr int kTimedOut = 124;  // what timeout(1) returns
constexpr int kDiffered = 1;    // what vector_player returns

std::vector<std::string> copy_verilog(const fs::path& from, const std::string& to) {
  std::vector<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(from)) {
    if (entry.path().extension() != ".sv") continue;
    names.push_back(entry.path().filename().string());
    fs::copy_file(entry.path(), fs::path(to) / names.back(), fs::copy_options::overwrite_existing);
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

tool::ProcessResult run_limited(const BenchJob& job, const std::vector<std::string>& command) {
  std::vector<std::string> argv = {"timeout", "--kill-after=5", std::to_string(job.seconds)};
  argv.insert(argv.end(), command.begin(), command.end());
  return tool::run_process(argv, job.folder);
}

}  // namespace

std::vector<std::string> copy_sources(const std::string& folder) {
  const fs::path tree(JACQUARD_SOURCE_DIR);
  copy_verilog(tree / "tb" / "icarus", folder);
  return copy_verilog(tree / "rtl", folder);
}

void write_vectors(const std::string& folder, const std::string& name, const Vectors& vectors) {
  base::write_file(folder + "/" + name, vectors.text);
}

BenchRun run_bench(const Device& device, const BenchJob& job) {
  const std::string bench = device.module + "_bench";
  std::vector<std::string> compile = {"iverilog", "-g2012", "-o", job.image, "-s", bench};
  for (const std::string& define : job.defines) compile.push_back("-D" + define);
  for (const auto& [name, value] : device.parameters) {
    compile.push_back(fmt::format("-P{}.{}={}", bench, name, value));
  }
  compile.insert(compile.end(), job.files.begin(), job.files.end());
  compile.insert(compile.end(), {bench + ".sv", "vector_player.sv"});
  const tool::ProcessResult compiled = run_limited(job, compile);
  if (compiled.exit_code != 0) return {Outcome::not_compiled, first_line(compiled.output)};

  const tool::ProcessResult ran =
      run_limited(job, {"vvp", "-n", job.image, "+vectors=" + job.vectors});
  const std::string said = first_line(ran.output);
  switch (ran.exit_code) {
    case 0:
      return {Outcome::passed, said};
    case kDiffered:
      return {Outcome::differed, said};
    case kTimedOut:
    case 128 + 9:
      return {Outcome::timed_out, fmt::format("no end within {} s", job.seconds)};
    default:
      throw base::ConfigError({"vvp", "", "to run " + device.label(), said,
                               fmt::format("exit code {}", ran.exit_code)});
  }
}

}  // namespace jacquard::tb
