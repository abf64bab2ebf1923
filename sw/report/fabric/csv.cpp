// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/fabric/csv.hpp"

#include <fmt/format.h>

#include <iterator>

namespace jacquard::report {
namespace {

std::string field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

// The columns that say which run a line belongs to.
std::string run_fields(const FabricRun& run) {
  return field(run.fabric) + ',' + field(run.traffic);
}

}  // namespace

double utilisation(const LinkRecord& link) {
  const base::Picoseconds all = link.carried + link.guard + link.paused + link.idle;
  return all > base::Picoseconds{0} ? link.carried / all : 0;
}

std::string flows_csv(const std::vector<FabricRun>& runs) {
  std::string csv = "fabric,traffic,source,destination,bytes,start_ps,finish_ps,fct_ps\n";
  for (const FabricRun& run : runs) {
    const std::string head = run_fields(run);
    for (const FlowRecord& flow : run.flows) {
      fmt::format_to(std::back_inserter(csv), "{},{},{},{},{},{},{}\n", head, flow.source,
                     flow.destination, flow.size.count(), flow.start.count(), flow.finish.count(),
                     (flow.finish - flow.start).count());
    }
  }
  return csv;
}

std::string links_csv(const std::vector<FabricRun>& runs) {
  std::string csv = "fabric,traffic,link,bytes,carried_ps,guard_ps,paused_ps,idle_ps,utilisation\n";
  for (const FabricRun& run : runs) {
    const std::string head = run_fields(run);
    for (const LinkRecord& link : run.links) {
      fmt::format_to(std::back_inserter(csv), "{},{},{},{},{},{},{},{:.6f}\n", head,
                     field(link.name), link.bytes.count(), link.carried.count(), link.guard.count(),
                     link.paused.count(), link.idle.count(), utilisation(link));
    }
  }
  return csv;
}

std::string settings_csv(const std::vector<FabricRun>& runs) {
  std::string csv = "fabric,traffic,crossbar,guard_from_ps,from_ps,to_ps,columns\n";
  for (const FabricRun& run : runs) {
    const std::string head = run_fields(run);
    for (const SettingRecord& s : run.settings) {
      fmt::format_to(std::back_inserter(csv), "{},{},{},{},{},{}\n", head, field(s.crossbar),
                     s.guard_from.count(), s.from.count(), s.to.count(), fmt::join(s.columns, " "));
    }
  }
  return csv;
}

std::string transfers_csv(const std::vector<FabricRun>& runs) {
  std::string csv = "fabric,traffic,source,destination,first_byte,bytes,path\n";
  for (const FabricRun& run : runs) {
    const std::string head = run_fields(run);
    for (const TransferRecord& t : run.transfers) {
      fmt::format_to(std::back_inserter(csv), "{},{},{},{},{},", head, t.source, t.destination,
                     t.first_byte.count(), t.size.count());
      for (const HopRecord& hop : t.path) {
        fmt::format_to(std::back_inserter(csv), "{}{}@{}-{}", &hop == &t.path.front() ? "" : " ",
                       hop.place, hop.head.count(), hop.tail.count());
      }
      csv += '\n';
    }
  }
  return csv;
}

}  // namespace jacquard::report
