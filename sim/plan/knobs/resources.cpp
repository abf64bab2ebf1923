// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "jacquard/base/at.hpp"
#include "sim/plan/knobs/next.hpp"

namespace jacquard::knobs {
namespace {

constexpr double kStep = 0.01;  // of the central difference

template <class Quantity>
void scale(Quantity& quantity, double by) {
  quantity = Quantity{quantity.count() * by};
}

using Change = std::function<void(train::Step&, double)>;

void faster_products(train::Step& step, double by) {
  scale(step.npu.peak, by);
  if (!step.npu.device) return;
  for (base::FlopsPerSecond* peak : {&step.npu.device->peak.fp32, &step.npu.device->peak.bf16,
                                     &step.npu.device->peak.fp8, &step.npu.device->peak.fp4}) {
    scale(*peak, by);
  }
}

void faster_memory(train::Step& step, double by) {
  scale(step.npu.memory_bandwidth, by);
  if (step.npu.device) scale(step.npu.device->memory_bandwidth, by);
}

void faster_dimension(train::Step& step, int d, double by) {
  std::vector<topology::Dimension> dimensions = step.fabric.all();
  scale(base::at(dimensions, d).bandwidth, by);
  step.fabric = topology::Fabric(std::move(dimensions));
}

void less_latency(train::Step& step, double by) {
  std::vector<topology::Dimension> dimensions = step.fabric.all();
  for (topology::Dimension& d : dimensions) {
    d.latency = base::Picoseconds{std::llround(static_cast<double>(d.latency.count()) / by)};
  }
  step.fabric = topology::Fabric(std::move(dimensions));
}

class Resources {
 public:
  explicit Resources(const train::Step& step)
      : step_(step), time_(static_cast<double>(train::analytic_time(step, schedule_).count())) {}

  void look_at(const std::string& resource, const Change& change) {
    ResourceRow row;
    row.resource = resource;
    const double more = with(change, 1 + kStep);
    const double less = with(change, 1 - kStep);
    row.elasticity = std::log(less / more) / std::log((1 + kStep) / (1 - kStep));
    const double twice = with(change, 2);
    row.time = base::Picoseconds{std::llround(twice)};
    row.gain = 1 - twice / time_;
    rows_.push_back(std::move(row));
  }

  std::vector<ResourceRow> take() {
    std::stable_sort(rows_.begin(), rows_.end(),
                     [](const auto& a, const auto& b) { return a.elasticity > b.elasticity; });
    return std::move(rows_);
  }

 private:
  double with(const Change& change, double by) {
    train::Step step = step_;
    change(step, by);
    workload::StepProgram program = std::move(step.program);
    train::set_program(step, std::move(program));
    return static_cast<double>(train::analytic_time(step, schedule_).count());
  }

  engine::step::ListSchedule schedule_;
  const train::Step& step_;
  double time_;
  std::vector<ResourceRow> rows_;
};

}  // namespace

std::vector<ResourceRow> resources_of(const train::Step& step) {
  Resources resources(step);
  resources.look_at("compute rate", faster_products);
  resources.look_at("memory bandwidth", faster_memory);
  if (step.npu.device && step.npu.device->link.count() > 0) {
    resources.look_at("links of the node",
                      [](train::Step& s, double by) { scale(s.npu.device->link, by); });
  }
  for (int d = 0; d < step.fabric.dimensions(); ++d) {
    const bool inside = step.fabric.stride(d) < step.config.system.node;
    resources.look_at(fmt::format("bandwidth of dimension {}{}", d, inside ? " (node)" : ""),
                      [d](train::Step& s, double by) { faster_dimension(s, d, by); });
  }
  resources.look_at("shortness of latency", less_latency);
  return resources.take();
}

}  // namespace jacquard::knobs
