// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/outside_scheduler.hpp"

#include <chrono>

namespace jacquard::cli {
namespace {

constexpr const char* kOption = "--outside";

}  // namespace

OutsideScheduler::OutsideScheduler(const std::string& command, double patience_s,
                                   std::uint64_t seed)
    : program_(kOption, command, patience_s, seed) {}

report::SchedulerRun OutsideScheduler::run(const NamedDemand& demand,
                                           const demand::QuantaMatrix& quanta) {
  const auto began = std::chrono::steady_clock::now();
  schedule::ScheduleFile file = program_.run(quanta, demand.name, demand.index);
  const std::chrono::nanoseconds took = std::chrono::steady_clock::now() - began;
  const auto figures =
      schedule::summarise(demand.matrix, quanta, file.schedule, file.schedule.hops());
  return {file.scheduler.empty() ? kOutside : file.scheduler,
          "a program of yours",
          kOption,
          figures,
          std::move(file.schedule),
          took.count()};
}

}  // namespace jacquard::cli
