// SPDX-License-Identifier: Apache-2.0
#include "coverage/simulate.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/tool/process.hpp"

namespace jacquard::tb {
namespace {

constexpr std::streamsize kPart = 1 << 20;     // bytes of a waveform at a time
constexpr const char* kInstance = "u_device";  // in every bench

void run(const std::string& folder, const Device& device, const std::vector<std::string>& argv) {
  std::vector<std::string> limited = {"timeout", "--kill-after=5", "300"};
  limited.insert(limited.end(), argv.begin(), argv.end());
  const tool::ProcessResult result = tool::run_process(limited, folder);
  if (result.exit_code == 0) return;
  throw base::ConfigError({argv[0], "", "to run " + device.label(), result.output,
                           fmt::format("exit code {}", result.exit_code)});
}

}  // namespace

Observed simulate(const std::string& folder, const std::vector<std::string>& files,
                  const Device& device) {
  const std::string bench = device.module + "_bench";
  std::filesystem::copy_file(std::string(JACQUARD_SOURCE_DIR) + "/tb/coverage/play.cpp",
                             folder + "/play.cpp",
                             std::filesystem::copy_options::overwrite_existing);
  std::vector<std::string> build = {
      "verilator", "--cc", "--exe", "--build", "--timing", "-j", "2", "--x-initial", "unique",
      // The benches are Icarus'; rtl/ itself is linted elsewhere (tb/lint).
      "-Wno-fatal", "-Wno-lint", "-Wno-style", "--coverage-line",
      // Verilator 5.006 miscounts branches of a process that it has split.
      "-fno-split", "-fno-reorder",
      // Every signal in the waveform, whatever its width, but no parameter.
      "--trace", "--trace-max-width", "1000000", "--trace-max-array", "1000000",
      "--trace-underscore", "--no-trace-params",  //
      "-CFLAGS", "-O0", "--prefix", "Vbench", "-o", "bench", "--top-module", bench};
  for (const auto& [name, value] : device.parameters)
    build.push_back(fmt::format("-G{}={}", name, value));
  build.insert(build.end(), {bench + ".sv", "vector_player.sv"});
  build.insert(build.end(), files.begin(), files.end());
  build.push_back("play.cpp");
  run(folder, device, build);
  run(folder, device, {"obj_dir/bench", "+vectors=vectors"});

  std::ifstream waveform(folder + "/bits.vcd");
  rtl::ToggleReader reader(kInstance);
  for (std::string part(kPart, '\0'); waveform.read(part.data(), kPart) || waveform.gcount() > 0;) {
    reader.feed({part.data(), static_cast<std::size_t>(waveform.gcount())});
  }
  return {base::read_file(folder + "/lines.dat"), reader.signals()};
}

}  // namespace jacquard::tb
