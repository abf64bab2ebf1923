// SPDX-License-Identifier: Apache-2.0
#include "jacquard/systems/npus_word.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "jacquard/base/drop_end.hpp"
#include "jacquard/base/parse_number.hpp"
#include "jacquard/config/find_config.hpp"
#include "jacquard/cost/device.hpp"
#include "jacquard/cost/device_spelling.hpp"
#include "jacquard/workload/model_name.hpp"

namespace jacquard::systems {
namespace {

constexpr int kNodeOfDgx = 8;
constexpr int kNvl72 = 72;
constexpr base::BytesPerSecond kUsualPort{50e9};
constexpr base::Picoseconds kLinkLatency{500'000};
constexpr base::Picoseconds kNetworkLatency{2'000'000};

bool begins(const std::string& text, const std::string& with) { return text.rfind(with, 0) == 0; }

std::string small(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

// NPUs of a node, of which `npus` are whole ones.
int whole_node(int npus, int most) {
  int node = std::min(npus, most);
  while (npus % node != 0) --node;
  return node;
}

NamedNpus npus_of(const std::string& device, const cost::Device& known, int npus,
                  const config::Place& place) {
  if (npus > 1 && known.link.count() <= 0) {
    place.fail("a device whose links have a bandwidth", known.name + " without");
  }
  NamedNpus named;
  named.node_room = known.node;
  topology::System& system = named.system;
  system.npu.device = device;
  system.node = whole_node(npus, named.node_room);
  if (system.node == 1 && npus > 1) {
    int near = npus - 1;
    while (whole_node(near, named.node_room) == 1) --near;
    place.fail(fmt::format("a count that whole nodes make, such as {}, or a file", near),
               fmt::format("{}, a prime number of NPUs or nearly", npus));
  }
  topology::NetworkConfig& network = system.network;
  network.bandwidth_per = topology::BandwidthPer::npu;
  const bool mesh = known.link_kind == "xgmi" && system.node > 1;
  network.topology = fmt::format("{}({})", mesh ? "FullyConnected" : "Switch", system.node);
  network.bandwidth = {known.link.count() > 0 ? known.link : kUsualPort};
  network.latency = {kLinkLatency};
  if (npus > system.node) {
    const std::string across = fmt::format("Switch({})", npus / system.node);
    const auto rate = known.port.count() > 0 ? known.port : kUsualPort;
    if (system.node == 1) {
      network.topology = across;
      network.bandwidth = {rate};
      network.latency = {kNetworkLatency};
    } else {
      network.topology += " " + across;
      network.bandwidth.push_back(rate);
      network.latency.push_back(kNetworkLatency);
    }
  }
  return named;
}

}  // namespace

std::optional<NamedNpus> npus_named(const std::string& word, const config::Place& place) {
  std::string device = config::is_path(word) ? word : small(word);
  const auto require_count = [&](const std::optional<int>& count) {
    if (count && *count >= 1 && *count <= kMostNpus) return;
    place.fail(fmt::format("1 to {} NPUs", kMostNpus), "'" + word.substr(0, 60) + "'");
  };
  std::optional<int> count;
  const std::size_t x = word.find_first_not_of("0123456789");
  if (x != 0 && x != std::string::npos && (word[x] == 'x' || word[x] == 'X')) {
    count = base::parse_number<int>(word.substr(0, x));
    device = device.substr(x + 1);
    require_count(count);
  }
  for (const char* box : {"dgx-", "dgx_", "hgx-", "hgx_"}) {
    if (!begins(device, box)) continue;
    device = device.substr(4);
    count = count.value_or(1) * kNodeOfDgx;
    break;
  }
  if (!base::drop_end(device, "-nvl8")) base::drop_end(device, "_nvl8");
  if (base::drop_end(device, "-nvl72") || base::drop_end(device, "_nvl72")) {
    count = count.value_or(1) * kNvl72;
  }
  if (!config::is_path(device)) {
    const auto known = cost::device_in_any_spelling(device);
    if (!known) return std::nullopt;
    device = *known;
  }
  require_count(count.value_or(1));
  return npus_of(device, cost::device_of(device, place), count.value_or(1), place);
}

std::vector<std::string> device_words() {
  std::vector<std::string> all = config::shipped_configs("devices");
  for (std::string& name : all) base::drop_end(name, "_sxm");
  return all;
}

}  // namespace jacquard::systems
