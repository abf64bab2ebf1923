// SPDX-License-Identifier: Apache-2.0
// What goes on in one slot of a stack, as rows of `jacquard genstack show`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/report/metric_table.hpp"
#include "jacquard/stack/settings/settings.hpp"

namespace jacquard::genstack {

struct SlotRow {
  std::int64_t slot = 0;
  base::Picoseconds begins{0};
  std::int64_t slots = 0;          // of the stack
  std::int64_t sending_ports = 0;  // of all channels
  std::int64_t calls = 0;
  std::int64_t reserved = 0;  // actors, of all channels
};

// What is sent: the message of one port, or the messages of an actor's ports, which are alike.
struct SendRow {
  int channel = 0;
  std::string actor;
  std::optional<int> port;
  std::optional<int> rank;
  std::optional<int> peer;  // NPU port
  std::optional<std::int64_t> ports;
  std::string label;
  std::optional<int> call;  // none: nothing is sent
  std::optional<int> micro_batch;
  std::optional<int> layer;
  std::optional<int> round;          // of its call
  std::optional<int> repetition;     // of the round
  std::optional<base::Bytes> bytes;  // of a message, in all its slots
};

struct InputRow {
  std::string name;  // of the switch
  int input = 0;
  std::string from;  // "npu 17", "leaf3 uplink 5"
  std::optional<int> output;
  std::string to;
  std::string state;  // used, held, idle, on-demand
};

const report::MetricTable<SlotRow>& shown_slot_metrics();
const report::MetricTable<SendRow>& shown_actor_metrics();
const report::MetricTable<SendRow>& shown_port_metrics();
const report::MetricTable<InputRow>& shown_input_metrics();

SlotRow shown_slot(const stack::Settings& settings, std::int64_t slot);
// A row for each actor that sends, and for what it sends.
std::vector<SendRow> shown_actors(const stack::Settings& settings, std::int64_t slot);
// Ports first..last of each channel, those that are idle too.
std::vector<SendRow> shown_ports(const stack::Settings& settings, std::int64_t slot, int first,
                                 int last);
// Each input of a switch.
std::vector<InputRow> shown_inputs(const stack::Settings& settings, const stack::Routes& routes,
                                   int channel, int switch_number, std::int64_t slot);

}  // namespace jacquard::genstack
