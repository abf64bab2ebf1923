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

void check_trace(const VerifyOptions& o) {
  if (o.trace.empty()) return;
  const std::filesystem::path path = o.trace;
  if (path.extension() != ".fst" && path.extension() != ".vcd") {
    throw base::ConfigError(
        {"--trace", "", "a file whose name ends in .fst or .vcd", "'" + o.trace + "'", ""});
  }
  std::error_code failed;
  const bool there = std::filesystem::exists(path, failed);
  base::write_file(o.trace, "");
  if (!there) std::filesystem::remove(path, failed);
}

std::string waveform_path(const VerifyOptions& o, const Common& common, const std::string& name,
                          std::int64_t failing_case) {
  if (!o.trace.empty()) return o.trace;
  std::string file = fmt::format("{}-seed{}-case{}.fst", name, common.seed, failing_case);
  std::replace(file.begin(), file.end(), '/', '_');
  return common.out.empty() ? file : (std::filesystem::path(common.out) / file).string();
}

}  // namespace jacquard::cli
