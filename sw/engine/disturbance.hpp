// SPDX-License-Identifier: Apache-2.0
// How single NPUs and links differ from the rest: stragglers, slow NPUs, long cables.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/config/json_reader.hpp"
#include "jacquard/config/place.hpp"

namespace jacquard::engine {

struct Disturbance {
  struct Npu {
    int npu = 0;
    base::Picoseconds start_delay{0};  // its first phase begins so much later
    double slowdown = 1;               // of its endpoint delays and reductions; above 0
  };
  // An end of a link: an NPU (in a graph of links any node), or the switch of one dimension that
  // the other end's NPU is joined to.
  struct End {
    int npu = kNone;
    int switch_of = kNone;  // dimension
  };
  struct Link {
    End from;
    End to;
    std::optional<base::Picoseconds> latency;  // nothing: its dimension's
    double slowdown = 1;                       // of how long messages hold it; above 0
    bool gone = false;  // of a ring of three or more; messages go the other way round
  };
  static constexpr int kNone = -1;
  std::vector<Npu> npus;
  std::vector<Link> links;
  std::string source = "disturbance";  // the file, for errors

  bool empty() const { return npus.empty() && links.empty(); }
};

// {"npus": [{"npu": 3, "start_delay": "10 us", "slowdown": 1.5}],
//  "links": [{"from": 0, "to": 1, "latency": "700 ns"},
//            {"from": 4, "to": "switch 1", "slowdown": 2},
//            {"from": 5, "to": 6, "gone": true}]}
// A link has one at least of "latency", "slowdown" and "gone"; every key but "npu", "from" and "to"
// may be left out. Throws ConfigError at the pointer.
Disturbance read_disturbance(const config::Json& json, const config::Place& place);
Disturbance read_disturbance(const std::string& path);

}  // namespace jacquard::engine
