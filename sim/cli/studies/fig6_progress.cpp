// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/studies/fig6_progress.hpp"

#include <spdlog/spdlog.h>

namespace jacquard::cli {

void Fig6Progress::operator()(const studies::fig6::Progress& p) {
  constexpr std::chrono::seconds between_lines{5};
  const Clock::time_point now = Clock::now();
  if (now - said_ < between_lines || p.done <= 0) return;
  said_ = now;
  const double minutes = std::chrono::duration<double, std::ratio<60>>(now - began_).count();
  const double left = minutes / p.done * (p.all - p.found - p.done);
  spdlog::info("fig6: {:.1f} % done, at '{}'; about {:.1f} minutes left",
               100 * (p.found + p.done) / p.all, p.stage, left);
}

}  // namespace jacquard::cli
