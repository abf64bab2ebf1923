// SPDX-License-Identifier: Apache-2.0
// What a simulated fabric leaves behind for people to look at: flows, links, settings, in time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/demand/demand_matrix.hpp"
#include "jacquard/schedule/schedule.hpp"

namespace jacquard::report {

struct FlowRecord {
  int source;
  int destination;
  base::Bytes size;
  base::Picoseconds start;   // when its bytes are there to be sent
  base::Picoseconds finish;  // its last data byte is received
};

// How a link, or a port of a switch, spent the time from 0 to the end of the run.
struct LinkRecord {
  std::string name;  // "npu 3 up", "port 5 out", "leaf 1 uplink 0"
  base::Bytes bytes{0};
  base::Picoseconds carried{0};  // data flowed
  base::Picoseconds guard{0};    // the switch was changing
  base::Picoseconds paused{0};   // PFC forbade sending
  base::Picoseconds idle{0};     // none of these
};

// A setting of a crossbar: connected in [from, to), after a guard in [guard_from, from).
struct SettingRecord {
  std::string crossbar;  // "" where there is one only
  base::Picoseconds guard_from;
  base::Picoseconds from;
  base::Picoseconds to;
  schedule::Matching columns;
};

// Where a transfer passed, and when its first and last bit did.
struct HopRecord {
  std::string place;  // "npu_3", "up_3", "crossbar", "down_5"
  base::Picoseconds head;
  base::Picoseconds tail;
};

// What went over one circuit in one go: bytes [first_byte, first_byte + size) of a pair's message.
struct TransferRecord {
  int source;
  int destination;
  base::Bytes first_byte;
  base::Bytes size;
  std::vector<HopRecord> path;
};

// Something an NPU or port did for a while: "sends to 3", "paused", "late", "rate 400 Gb/s".
struct ActivityRecord {
  std::string track;  // "npu 3", "port 5", "scheduler", "control"
  std::string name;
  base::Picoseconds from;
  base::Picoseconds to;
};

// One matrix (or set of flows) through one fabric, in detail.
struct FabricRun {
  std::string fabric;   // "circuit ladder", "dcqcn-hpcc"
  std::string traffic;  // "moe:16[3], seed 1"
  base::Picoseconds completion{0};
  std::vector<FlowRecord> flows;
  std::vector<LinkRecord> links;
  std::vector<SettingRecord> settings;
  std::vector<TransferRecord> transfers;
  std::vector<ActivityRecord> activities;
};

// All matrices through one fabric, in few words.
struct FabricSeries {
  std::string fabric;
  std::string traffic;
  std::string point;                           // value of the swept key, "" where nothing is swept
  std::vector<base::Picoseconds> completions;  // one per matrix
};

// What the report of `jacquard simulate` shows.
struct FabricReport {
  std::string title;
  std::string command;                         // what was typed
  std::optional<demand::DemandMatrix> demand;  // of the runs below
  std::string demand_name;
  std::string swept;  // key of the sweep, "" for none
  std::vector<FabricSeries> series;
  std::vector<FabricRun> runs;  // of one matrix, a run per fabric
  std::vector<std::vector<std::pair<std::string, std::string>>> table;  // rows of (heading, text)
  std::vector<std::string> notes;  // what a reader must know of the assumptions, a sentence each
  std::vector<std::pair<std::string, std::string>> files;  // beside the page: (name, what it holds)
};

}  // namespace jacquard::report
