// SPDX-License-Identifier: Apache-2.0
// How each type of layer is spread: MAD-Max s2.2, s5.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/config/place.hpp"
#include "jacquard/plan/model.hpp"
#include "jacquard/systems/cluster.hpp"

namespace jacquard::plan {

using systems::Cluster;

enum class Scheme : std::uint8_t { ddp, fsdp, tp, mp };
// Types of layers that have a strategy of their own. mlp: bottom and top.
enum class Part : std::uint8_t { embedding, mlp, blocks };
inline constexpr std::size_t kParts = 3;
const char* name_of(Scheme scheme);
const char* name_of(Part part);  // "emb", "mlp", "transformer"
bool has_part(const Model& model, Part part);

struct Level {
  Scheme scheme = Scheme::ddp;
  int degree = 1;
  friend bool operator==(const Level& a, const Level& b) {
    return a.scheme == b.scheme && a.degree == b.degree;
  }
};

// One level (all devices), or two: inside the node, across nodes.
struct Levels {
  std::array<Level, 2> level;
  int count = 0;  // 0: the model has no such part
};

struct Strategy {
  std::array<Levels, kParts> part;
  const Levels& of(Part p) const { return part[static_cast<std::size_t>(p)]; }
  Levels& of(Part p) { return part[static_cast<std::size_t>(p)]; }
};

// "mlp=tp:8,ddp:16 emb=mp:128"; a degree that is left out is that of its level (one level: all
// devices; two: those of a node, and nodes). Throws ConfigError naming `source` and the part:
// a part that the model does not have or that is missing, a scheme the part cannot take, degrees
// that do not multiply to the devices.
Strategy parse_strategy(const std::string& text, const Model& model, const Cluster& cluster,
                        const std::string& source);
std::string text_of(const Strategy& strategy);  // the same text, with degrees

// The same where both levels of a part take one scheme: one level over all devices.
Strategy merged(Strategy strategy);

// The design space: every combination of the schemes that each part can take, one and two levels
// (two only where there are several nodes of several devices), in a fixed order.
std::vector<Strategy> all_strategies(const Model& model, const Cluster& cluster);

}  // namespace jacquard::plan
