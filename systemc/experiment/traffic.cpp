// SPDX-License-Identifier: Apache-2.0
#include "systemc/experiment/traffic.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/data_path.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/config/quantity_text.hpp"
#include "jacquard/demand/demand_from.hpp"

namespace jacquard::experiment {
namespace {

using base::Bytes;
using base::ConfigError;
using config::boolean;
using config::choice;
using config::field;
using config::list;
using config::quantity;
using config::text;
using config::whole_number;
using demand::DemandMatrix;
using T = TrafficConfig;

constexpr Bytes kLargest{std::int64_t{1} << 50};
constexpr std::size_t kMostEntries = std::size_t{1} << 25;  // held in memory
constexpr std::int64_t kMostBytes = std::int64_t{1} << 62;

DemandMatrix divided(const DemandMatrix& demand, std::int64_t by) {
  if (by == 1) return demand;
  const int n = demand.ports();
  DemandMatrix part(n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      const std::int64_t bytes = demand.at(i, j).count();
      part.set(i, j, Bytes{bytes / by + (bytes % by != 0 ? 1 : 0)});
    }
  }
  return part;
}

// Bytes are counted in 63 bits, which 1,024 ports can exceed though no entry or line does.
void require_countable(const TrafficItem& item) {
  __extension__ using Wide = __int128;
  Wide sum = 0;
  for (const std::int64_t bytes : item.demand.row_major()) sum += bytes;
  if (sum <= kMostBytes) return;
  throw ConfigError({"traffic", "", "at most 4.6 EB (2^62 bytes) in a matrix",
                     fmt::format("more in {}", item.name), "traffic.divide_by makes it smaller"});
}

// All matrices are held at once.
void require_room(std::size_t matrices, int ports) {
  const auto n = static_cast<std::size_t>(ports);
  if (matrices * n * n <= kMostEntries) return;
  throw ConfigError({"traffic", "/count",
                     fmt::format("matrices of at most {} entries in all", kMostEntries),
                     fmt::format("{} of {} ports", matrices, ports), ""});
}

TrafficItem item_of(std::string source, std::string name, std::uint64_t index,
                    DemandMatrix demand) {
  auto flows = demand::flows_of(demand);
  return {std::move(source), std::move(name), index, std::move(demand), std::move(flows), true};
}

demand::ReadOptions reading_of(const T& c) {
  demand::ReadOptions reading;
  reading.bytes_per_token = c.bytes_per_token;
  reading.demand_unit = c.demand_unit;
  reading.drop_diagonal = c.drop_diagonal;
  return reading;
}

void load_demand(const T& c, const std::string& source, std::uint64_t seed,
                 std::vector<TrafficItem>& items) {
  const demand::ReadOptions reading = reading_of(c);
  const auto add = [&](int index, const DemandMatrix& demand, const std::string& note) {
    items.push_back(item_of(source, fmt::format("{}[{}]{}", source, index, note),
                            static_cast<std::uint64_t>(index), divided(demand, c.divide_by)));
    require_room(items.size(), demand.ports());
  };
  if (demand::names_generator(source)) {
    const int count = c.count == 0 ? kGeneratedByDefault : c.count;
    const int ports = demand::demand_from(source, c.first, seed, reading).ports();
    require_room(items.size() + static_cast<std::size_t>(count), ports);
    for (int k = c.first; k < c.first + count; ++k) {
      add(k, demand::demand_from(source, k, seed, reading), fmt::format(", seed {}", seed));
    }
    return;
  }
  const auto all = demand::read_demand_sequence(base::as_given_or_shipped(source), reading);
  const int size = static_cast<int>(all.size());
  if (c.first >= size || (c.count > 0 && c.count > size - c.first)) {
    throw ConfigError({"traffic", "/first",
                       fmt::format("matrices {} has: {} of them", source, size),
                       fmt::format("{} from {} on", std::max(c.count, 1), c.first), ""});
  }
  const int end = c.count == 0 ? size : c.first + c.count;
  for (int k = c.first; k < end; ++k) add(k, base::at(all, k), "");
}

TrafficItem incast(const T& c, int ports) {
  if (c.fan_in >= ports) {
    throw ConfigError({"traffic", "/fan_in", fmt::format("fewer than the {} ports", ports),
                       std::to_string(c.fan_in), ""});
  }
  DemandMatrix demand(ports);
  for (int i = 1; i <= c.fan_in; ++i) demand.set(i, 0, c.bytes);
  return item_of("incast", fmt::format("incast of {} to 1", c.fan_in), 0,
                 divided(demand, c.divide_by));
}

TrafficItem permutation(const T& c, int ports) {
  DemandMatrix demand(ports);
  for (int i = 0; i < ports; ++i) demand.set(i, (i + c.shift) % ports, c.bytes);
  return item_of("permutation", fmt::format("i to i + {}", c.shift), 0,
                 divided(demand, c.divide_by));
}

// The item of these flows. `source`: for errors.
TrafficItem item_of_flows(std::string source, std::string name, std::uint64_t index,
                          std::vector<demand::Flow> flows, int ports) {
  TrafficItem item{std::move(source),   std::move(name),  index,
                   DemandMatrix(ports), std::move(flows), true};
  for (std::size_t k = 0; k < item.flows.size(); ++k) {
    const demand::Flow& f = item.flows[k];
    if (f.source >= ports || f.destination >= ports) {
      throw ConfigError({item.source, fmt::format("flow {}", k + 1),
                         fmt::format("ports below {}, as the fabric has", ports),
                         fmt::format("{} to {}", f.source, f.destination), ""});
    }
    if (f.start.count() > 0) item.all_start_at_once = false;
    const Bytes sum = item.demand.at(f.source, f.destination) + f.size;
    if (sum > demand::kMaxEntry) {
      throw ConfigError(
          {item.source, fmt::format("flow {}", k + 1),
           fmt::format("at most {} from one port to another in all",
                       config::show_quantity(demand::kMaxEntry)),
           fmt::format("{} from {} to {}", config::show_quantity(sum), f.source, f.destination),
           ""});
    }
    item.demand.set(f.source, f.destination, sum);
  }
  return item;
}

TrafficItem flows(const T& c, int ports) {
  if (c.file.empty()) {
    throw ConfigError({"traffic", "/file", "a file of flows (or give --flows FILE)", "none", ""});
  }
  return item_of_flows(c.file, c.file, 0, demand::read_flows(base::as_given_or_shipped(c.file)),
                       ports);
}

void load_arrivals(const T& c, const systemc::LinkConfig& links, std::uint64_t seed,
                   std::vector<TrafficItem>& items) {
  const ArrivingConfig& a = c.arrivals;
  const int count = c.count == 0 ? 1 : c.count;
  const std::string what = fmt::format("{} {} at load {}", a.pairs, a.sizes, a.load);
  require_room(static_cast<std::size_t>(count), links.ports);
  for (int k = c.first; k < c.first + count; ++k) {
    const auto index = static_cast<std::uint64_t>(k);
    items.push_back(item_of_flows("arrivals", fmt::format("{}[{}], seed {}", what, k, seed), index,
                                  draw_flows(a, links, reading_of(c), seed, index), links.ports));
    items.back().measured_from = a.warm_up;
  }
}

}  // namespace

const config::FieldTable<TrafficConfig>& traffic_fields() {
  static const config::FieldTable<TrafficConfig> table(
      "traffic", "What is sent.",
      {
          field<T>(
              "kind", [](auto& t) -> auto& { return t.kind; },
              choice<TrafficKind>({{"demand", TrafficKind::demand},
                                   {"incast", TrafficKind::incast},
                                   {"permutation", TrafficKind::permutation},
                                   {"flows", TrafficKind::flows},
                                   {"arrivals", TrafficKind::arrivals}}),
              "demand: matrices, each an all-to-all of its own. incast, permutation: one matrix. "
              "flows: a file of them. arrivals: flows drawn at random."),
          field<T>(
              "demands", [](auto& t) -> auto& { return t.demands; },
              list(text("a file, or class:ports such as moe:16")),
              "demand: files of matrices, or generators."),
          field<T>(
              "first", [](auto& t) -> auto& { return t.first; }, whole_number(0, 1 << 30),
              "demand, arrivals: index of the first matrix of each, or set of flows."),
          field<T>(
              "count", [](auto& t) -> auto& { return t.count; }, whole_number(0, 1 << 20),
              "demand: matrices of each; 0: all of a file, 4 of a generator. arrivals: sets of "
              "flows; "
              "0: one."),
          field<T>(
              "bytes_per_token", [](auto& t) -> auto& { return t.bytes_per_token; },
              quantity(Bytes{1}, kLargest),
              "demand: what a token weighs, where tokens are counted."),
          field<T>(
              "demand_unit", [](auto& t) -> auto& { return t.demand_unit; },
              config::optional(quantity(Bytes{1}, kLargest)),
              "demand: what 1 stands for in a CSV matrix; none: bytes."),
          field<T>(
              "drop_diagonal", [](auto& t) -> auto& { return t.drop_diagonal; }, boolean(),
              "demand: leave out what a port sends to itself."),
          field<T>(
              "divide_by", [](auto& t) -> auto& { return t.divide_by; },
              whole_number<std::int64_t>(1), "Every entry is divided by this, rounded up."),
          field<T>(
              "bytes", [](auto& t) -> auto& { return t.bytes; }, quantity(Bytes{1}, kLargest),
              "incast, permutation: of each flow."),
          field<T>(
              "fan_in", [](auto& t) -> auto& { return t.fan_in; },
              whole_number(1, demand::kMaxPorts), "incast: ports 1 to this one send to port 0."),
          field<T>(
              "shift", [](auto& t) -> auto& { return t.shift; }, whole_number(0, demand::kMaxPorts),
              "permutation: port i sends to i + shift."),
          field<T>(
              "file", [](auto& t) -> auto& { return t.file; },
              text("the path of a file, or nothing"),
              "flows: a line \"src dst bytes start_ps\" each."),
          config::nested<T>(
              "arrivals", [](auto& t) -> auto& { return t.arrivals; }, arriving_fields()),
      });
  return table;
}

std::vector<TrafficItem> load_traffic(const TrafficConfig& c, const systemc::LinkConfig& links,
                                      std::uint64_t seed) {
  const int ports = links.ports;
  std::vector<TrafficItem> items;
  switch (c.kind) {
    case TrafficKind::demand:
      for (const std::string& source : c.demands) load_demand(c, source, seed, items);
      break;
    case TrafficKind::incast:
      items.push_back(incast(c, ports));
      break;
    case TrafficKind::permutation:
      items.push_back(permutation(c, ports));
      break;
    case TrafficKind::flows:
      items.push_back(flows(c, ports));
      break;
    case TrafficKind::arrivals:
      load_arrivals(c, links, seed, items);
      break;
  }
  if (items.empty()) throw ConfigError({"traffic", "/demands", "at least one demand", "none", ""});
  for (const TrafficItem& item : items) {
    require_countable(item);
    if (item.demand.ports() == ports) continue;
    throw ConfigError({"fabric", "/ports",
                       fmt::format("the {} ports of {}", item.demand.ports(), item.name),
                       std::to_string(ports), ""});
  }
  return items;
}

}  // namespace jacquard::experiment
