// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/hardware/system_name.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "jacquard/base/error.hpp"
#include "jacquard/base/parse_number.hpp"
#include "jacquard/config/composed.hpp"
#include "jacquard/config/find_config.hpp"
#include "jacquard/serve/celestisim/machine.hpp"
#include "jacquard/topology/system.hpp"
#include "jacquard/workload/model_name.hpp"

namespace jacquard::serve {
namespace {

constexpr int kNodeOfDgx = 8;
constexpr int kNvl72 = 72;
constexpr const char* kSystems = "systems";

bool begins(const std::string& text, const std::string& with) { return text.rfind(with, 0) == 0; }

bool drop_end(std::string& text, const std::string& end) {
  if (text.size() <= end.size() || text.compare(text.size() - end.size(), end.size(), end) != 0) {
    return false;
  }
  text.resize(text.size() - end.size());
  return true;
}

std::string small(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

// Takes a memory size off the end: 80 of "a100-80gb".
std::optional<int> drop_memory(std::string& word) {
  const std::size_t mark = word.find_last_of("-_ ");
  if (mark == std::string::npos || mark == 0) return std::nullopt;
  std::string size = word.substr(mark + 1);
  if (!drop_end(size, "gb")) return std::nullopt;
  const auto gigabytes = base::parse_number<int>(size);
  if (gigabytes) word.resize(mark);
  return gigabytes;
}

// nvidia-smi's totals are up to an eighth above what makers print.
bool is_about(base::Bytes memory, int gigabytes) {
  const double found = static_cast<double>(memory.count()) / 1e9;
  return found > 0.95 * gigabytes && found < 1.125 * gigabytes;
}

// The shipped device of this name in any spelling: "H100-SXM", "h100", "gb200_sxm", and
// "a100-80gb" where its memory is as large.
std::optional<cost::Device> device_in_any_spelling(const std::string& word) {
  std::string name = word;
  const std::optional<int> gigabytes = drop_memory(name);
  const std::string sized = fmt::format("{}_sxm_{}gb", name, gigabytes.value_or(0));
  for (const std::string& written : {word, sized, name}) {
    const std::string wanted = workload::letters_and_digits(written);
    for (const std::string& shipped : config::shipped_configs("devices")) {
      const std::string known = workload::letters_and_digits(shipped);
      if (known != wanted && known != wanted + "sxm" && known + "sxm" != wanted) continue;
      auto device = cost::shipped_device(shipped);
      if (written != name || !gigabytes || is_about(device->memory, *gigabytes)) return device;
    }
  }
  return cost::shipped_device(word);
}

// Of devices, as short as they may be, and of appliances, which their callers know.
std::vector<std::string> names() {
  std::vector<std::string> all = config::shipped_configs("devices");
  for (std::string& name : all) drop_end(name, "_sxm");
  const std::vector<std::string>& appliances = celestisim::appliance_names();
  all.insert(all.end(), appliances.begin(), appliances.end());
  return all;
}

// A cluster of configs/systems: the NPUs of its network, which names their device. Its last
// dimension is the network between nodes.
NamedSystem cluster_named(const std::string& word, const config::Place& place) {
  const config::Noun noun = config::noun_of(config::Json(word), place, kSystems);
  topology::System cluster;
  topology::system_fields().read(cluster, noun.keys, noun.place);
  if (cluster.npu.device.empty()) (noun.place / "npu" / "device").fail("a device to serve on", "");
  const topology::Network network = topology::build_network(cluster.network);
  if (!network.fabric) {
    (noun.place / "network" / "topology").fail("dimensions, as serving has them", "a graph");
  }
  NamedSystem system;
  system.device = cost::device_of(cluster.npu.device, noun.place / "npu" / "device");
  system.npus = network.fabric->npus();
  system.node = std::max(cluster.node, 1);
  const topology::Dimension& last = network.fabric->all().back();
  system.network = last.bandwidth;
  if (network.fabric->dimensions() == 1 && topology::has_switch(last.block)) {
    system.switch_delay = last.latency;
  }
  return system;
}

bool is_cluster(const std::string& word) {
  const std::vector<std::string> names = config::shipped_configs(kSystems);
  return std::find(names.begin(), names.end(), word) != names.end();
}

}  // namespace

NamedSystem system_named(const std::string& word, const config::Place& place) {
  if (is_cluster(word)) return cluster_named(word, place);
  NamedSystem system;
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
  if (!drop_end(device, "-nvl8")) drop_end(device, "_nvl8");
  if (drop_end(device, "-nvl72") || drop_end(device, "_nvl72")) {
    count = count.value_or(1) * kNvl72;
  }
  if (config::is_path(device)) {
    system.device = cost::device_of(device, place);
  } else if (const auto known = device_in_any_spelling(device)) {
    system.device = *known;
  } else {
    base::throw_unknown_name(place.source, "NPUs such as 8xh200 or dgx-h100", device, names());
  }
  system.npus = count.value_or(1);
  require_count(system.npus);
  system.node = begins(system.device.name, "gb") ? kNvl72 : kNodeOfDgx;
  if (system.device.architecture == "ampere") system.network = base::BytesPerSecond{25e9};
  return system;
}

}  // namespace jacquard::serve
