// SPDX-License-Identifier: Apache-2.0
#include "systemc/fabric/parts.hpp"

#include <algorithm>

namespace jacquard::systemc {

PartOfFlows part_of(base::Span<const demand::Flow> flows, const demand::DemandMatrix& data) {
  PartOfFlows part;
  for (std::size_t k = 0; k < flows.size(); ++k) {
    demand::Flow flow = flows[k];
    flow.size = data.at(flow.source, flow.destination);
    if (flow.size == base::Bytes{0}) continue;
    part.flows.push_back(flow);
    part.of.push_back(k);
  }
  return part;
}

void add_part(const RunFigures& part, const PartOfFlows& flows, RunFigures& all) {
  all.completion = std::max(all.completion, part.completion);
  for (std::size_t k = 0; k < flows.of.size(); ++k) {
    base::Picoseconds& flow = all.flow_times[flows.of[k]];
    flow = std::max(flow, part.flow_times[k]);
  }
  all.bytes_delivered += part.bytes_delivered;
  all.bytes_resent += part.bytes_resent;
  all.events += part.events;
}

void add_records(report::FabricRun part, const std::string& name, report::FabricRun& all) {
  for (report::LinkRecord& link : part.links) {
    link.name = name + " " + link.name;
    all.links.push_back(std::move(link));
  }
  for (report::SettingRecord& setting : part.settings) {
    setting.crossbar = setting.crossbar.empty() ? name : name + " " + setting.crossbar;
    all.settings.push_back(std::move(setting));
  }
  for (report::TransferRecord& transfer : part.transfers) {
    for (report::HopRecord& hop : transfer.path) hop.place = name + " " + hop.place;
    all.transfers.push_back(std::move(transfer));
  }
  for (report::ActivityRecord& activity : part.activities) {
    activity.track = name + " " + activity.track;
    all.activities.push_back(std::move(activity));
  }
}

}  // namespace jacquard::systemc
