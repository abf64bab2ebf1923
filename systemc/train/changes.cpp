// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "jacquard/base/at.hpp"
#include "systemc/train/exchange_times.hpp"

namespace jacquard::train {
namespace {

using engine::step::CommTime;
using workload::Axis;

constexpr double kLeastGain = 0.0005;

class Changes {
 public:
  Changes(const Step& step, base::Picoseconds time)
      : step_(step), time_(time), comms_(comm_times(step)) {
    before_ = run(step.works, comms_);
  }

  std::vector<ChangeRow> take() {
    kernels_at_peak();
    for (std::size_t a = 0; a < workload::kAxes; ++a) free_axis(static_cast<Axis>(a));
    faster_node();
    for (int d = 0; d < step_.fabric.dimensions(); ++d) faster_dimension(d);
    no_latency();
    std::stable_sort(rows_.begin(), rows_.end(),
                     [](const ChangeRow& a, const ChangeRow& b) { return a.gain > b.gain; });
    return std::move(rows_);
  }

 private:
  using Times = std::vector<base::Picoseconds>;

  double run(const Times& works, const std::vector<CommTime>& comms) {
    const auto end =
        schedule_.run(step_.program, {{works.data(), works.size()}, {comms.data(), comms.size()}},
                      step_.config.rules.order);
    return static_cast<double>(end.count());
  }

  void add(std::string change, double after) {
    const double gain = before_ > 0 ? 1 - after / before_ : 0;
    if (gain < kLeastGain) return;
    const double time = static_cast<double>(time_.count()) * (1 - gain);
    rows_.push_back({std::move(change), base::Picoseconds{std::llround(time)}, gain});
  }

  void kernels_at_peak() {
    Times works = step_.works;
    const double peak = peak_of(step_.npu, step_.request.type).count();
    for (std::size_t w = 0; w < works.size(); ++w) {
      const double seconds = workload::amounts_of(step_.program.works[w]).flops / peak;
      const base::Picoseconds least{
          std::llround(seconds * static_cast<double>(base::kPicosecondsPerSecond))};
      works[w] = std::min(works[w], least);
    }
    add("every kernel ran at the peak", run(works, comms_));
  }

  void free_axis(Axis axis) {
    if (step_.program.grid.degree[static_cast<std::size_t>(axis)] == 1) return;
    std::vector<CommTime> comms = comms_;
    bool any = false;
    for (std::size_t c = 0; c < comms.size(); ++c) {
      if ((step_.program.comms[c].axes & workload::mask_of(axis)) == 0) continue;
      comms[c] = {};  // its phases in several dimensions too
      any = true;
    }
    if (!any) return;
    add(fmt::format("communication along {} took no time", name_of(axis)), run(step_.works, comms));
  }

  void faster_node() {
    if (!step_.npu.device) return;
    Step changed = step_;
    changed.npu.device->link = base::BytesPerSecond{2 * changed.npu.device->link.count()};
    changed.node_comms = node_times(changed.program, changed.node, changed.npu);
    set_exchange_times(changed.request, changed.program, changed.fabric, changed.node, changed.npu,
                       changed.node_comms);
    add("links within a node were twice as fast", run(step_.works, comm_times(changed)));
  }

  void with_dimensions(std::string change,
                       const std::function<void(std::vector<topology::Dimension>&)>& act) {
    Step changed = step_;
    std::vector<topology::Dimension> dimensions = step_.fabric.all();
    act(dimensions);
    changed.fabric = topology::Fabric(std::move(dimensions));
    add(std::move(change), run(step_.works, comm_times(changed)));
  }

  void faster_dimension(int d) {
    with_dimensions(fmt::format("links of dimension {} were twice as fast", d), [d](auto& all) {
      topology::Dimension& dimension = base::at(all, d);
      dimension.bandwidth = base::BytesPerSecond{2 * dimension.bandwidth.count()};
    });
  }

  void no_latency() {
    with_dimensions("the network had no latency", [](auto& all) {
      for (topology::Dimension& d : all) d.latency = base::Picoseconds{0};
    });
  }

  const Step& step_;
  base::Picoseconds time_;
  std::vector<CommTime> comms_;
  engine::step::ListSchedule schedule_;
  double before_ = 0;
  std::vector<ChangeRow> rows_;
};

}  // namespace

std::vector<ChangeRow> changes_of(const Step& step, base::Picoseconds time) {
  return Changes(step, time).take();
}

}  // namespace jacquard::train
