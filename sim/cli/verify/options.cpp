// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/verify/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/schedule/scheduler.hpp"

namespace jacquard::cli {

int top_offset_of(const VerifyOptions& o) {
  return o.top_offset.value_or(std::min(schedule::SchedulerOptions{}.top_offset, o.bits - 1));
}

std::int64_t cases_of(const VerifyOptions& o) {
  if (o.cases) return *o.cases;
  if (!o.has_user_rtl() || o.kind != "arbiter") return 100;
  return o.ports <= 16 ? 100'000 : 10'000;
}

void check_files(const VerifyOptions& o) {
  const std::string ending = std::filesystem::path(o.trace).extension().string();
  if (!o.trace.empty() && ending != ".fst" && ending != ".vcd") {
    throw base::ConfigError(
        {"--trace", "", "a file whose name ends in .fst or .vcd", "'" + o.trace + "'", ""});
  }
  for (const std::string& file : {o.trace, o.junit}) {
    if (file.empty()) continue;
    std::error_code failed;
    const bool there = std::filesystem::exists(file, failed);
    base::write_file(file, "");
    if (!there) std::filesystem::remove(file, failed);
  }
}

std::string waveform_path(const VerifyOptions& o, const Common& common, const std::string& name,
                          std::int64_t failing_case) {
  if (!o.trace.empty()) return o.trace;
  std::string file = fmt::format("{}-seed{}-case{}.fst", name, common.seed, failing_case);
  std::replace(file.begin(), file.end(), '/', '_');
  return common.out.empty() ? file : (std::filesystem::path(common.out) / file).string();
}

}  // namespace jacquard::cli
