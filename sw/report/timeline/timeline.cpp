// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/timeline/timeline.hpp"

#include "jacquard/base/at.hpp"

namespace jacquard::report {

int Timeline::add_group(int number, std::string name) {
  groups.push_back({number, std::move(name), spans.size()});
  return static_cast<int>(groups.size()) - 1;
}

int Timeline::add_lane(int group, int number, std::string name) {
  lanes.push_back({std::move(name), group, number});
  return static_cast<int>(lanes.size()) - 1;
}

void Timeline::add_counter(Counter counter) {
  counter.since = spans.size();
  counters.push_back(std::move(counter));
}

Timeline without_empty_lanes(Timeline timeline) {
  std::vector<bool> used(timeline.lanes.size(), false);
  for (const Span& span : timeline.spans) used[static_cast<std::size_t>(span.lane)] = true;
  std::vector<int> place(used.size());
  std::vector<Lane> kept;
  for (std::size_t lane = 0; lane < used.size(); ++lane) {
    place[lane] = static_cast<int>(kept.size());
    if (used[lane]) kept.push_back(std::move(timeline.lanes[lane]));
  }
  timeline.lanes = std::move(kept);
  for (Span& span : timeline.spans) span.lane = base::at(place, span.lane);
  for (Mark& mark : timeline.marks) mark.lane = base::at(place, mark.lane);
  return timeline;
}

}  // namespace jacquard::report
