// SPDX-License-Identifier: Apache-2.0
#include "sim/genstack/answer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "jacquard/config/quantity_text.hpp"
#include "jacquard/report/html/text.hpp"

namespace jacquard::genstack {
namespace {

// "450 GB/s and 50 GB/s": what leaves an NPU in each dimension of the job's system.
std::string links_of(const train::TrainConfig& job) {
  const topology::Fabric fabric = topology::build_fabric(job.system.network);
  std::vector<std::string> rates;
  for (int d = 0; d < fabric.dimensions(); ++d) {
    rates.push_back(config::show_quantity(topology::npu_bandwidth(fabric.dimension(d))));
    if (rates.size() > 1 && rates.back() == rates[rates.size() - 2]) rates.pop_back();
  }
  return fmt::format("{}", fmt::join(rates, " and "));
}

std::string ports_of(const stack::Fabric& fabric) {
  const std::string rate = config::show_quantity(fabric.rate);
  const std::string bytes =
      config::show_quantity(base::BytesPerSecond{static_cast<double>(fabric.rate.count()) / 8});
  if (fabric.channels == 1) return fmt::format("one port of {} ({}) per NPU", rate, bytes);
  return fmt::format("{} ports of {} ({}) per NPU", fabric.channels, rate, bytes);
}

}  // namespace

std::string answer_of(const GenstackConfig& config, const MadeStack& made) {
  const stack::Stack& stack = made.stack;
  const base::Picoseconds step = stack.timeline.step;
  std::string answer = fmt::format(
      "A step of {} ranks takes {} on circuits with {}, {:.2f} times its lower bound.",
      report::grouped(stack.plan.ranks), report::time_text(step), ports_of(stack.fabric),
      stack.bound.time().count() > 0 ? step / stack.bound.time() : 1);
  if (made.tried.size() > 1) {
    answer += fmt::format(
        "\nIts slot of {} was the best of {} lengths; it alone was composed {} times more.",
        report::time_text(stack.clock.slot), made.tried.size(), stack::kPasses);
  }
  if (!config.log.empty()) return answer;
  return answer + fmt::format("\ntrain says another time: there this job has links of {}{}.",
                              links_of(config.job),
                              config.node_links ? ", here only those within a node"
                                                : "; here all calls share the ports (fabric.rate)");
}

}  // namespace jacquard::genstack
