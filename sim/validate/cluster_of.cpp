// SPDX-License-Identifier: Apache-2.0
#include "sim/validate/cluster_of.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/error.hpp"
#include "jacquard/cost/device.hpp"
#include "sim/validate/given.hpp"

namespace jacquard::validate {
namespace {

struct Kind {
  const char* word;    // in what a table calls the device
  const char* device;  // of configs/devices
};

// Longer words first: "gb200" has "b200".
constexpr Kind kKinds[] = {
    {"gb300", "gb300"},
    {"gb200", "gb200"},
    {"b300", "b300_sxm"},
    {"b200", "b200_sxm"},
    {"h200", "h200_sxm"},
    {"h100500w", "h100_500w"},
    {"h100", "h100_sxm"},
    {"a10040gb", "a100_sxm_40gb"},
    {"a100sxm40gb", "a100_sxm_40gb"},
    {"a100sxm440gb", "a100_sxm_40gb"},
    {"a100", "a100_sxm"},
};
constexpr Kind kOther = {"", ""};

int node_of(int most, int gpus) {
  int node = std::min(most, gpus);
  while (gpus % node != 0) --node;
  return node;
}

const Kind& kind_of(const std::string& text) {
  const std::string word = plain(text);
  for (const Kind& kind : kKinds) {
    if (word.find(kind.word) != std::string::npos) return kind;
  }
  return kOther;
}

}  // namespace

topology::System cluster_of(const CsvRow& row, int gpus) {
  const std::string text = given(row, "device");
  if (text.empty()) row.fail("device", "a device such as h100");
  const Kind& kind = kind_of(text);
  const std::string name = *kind.device != '\0' ? kind.device : text;
  topology::System system;
  system.npu.device = name;
  const cost::Device device =
      cost::device_of(name, {row.place().source, row.place().where + ", column device"});
  const int node = node_of(device.node, gpus);
  system.node = node;
  auto& network = system.network;
  network.bandwidth_per = topology::BandwidthPer::npu;
  network.topology = fmt::format("Switch({})", node);
  network.bandwidth = {device.link};
  network.latency = {base::Picoseconds{500'000}};
  if (gpus > node) {
    if (device.port.count() <= 0) {
      row.fail("device", fmt::format("at most {} GPUs of it, as its network cards are not known, "
                                     "or A100, H100, H200, B200, B300, GB200 or GB300",
                                     device.node));
    }
    network.topology += fmt::format(" Switch({})", gpus / node);
    network.bandwidth.push_back(device.port);
    network.latency.push_back(base::Picoseconds{2'000'000});
  }
  return system;
}

}  // namespace jacquard::validate
