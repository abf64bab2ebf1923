// SPDX-License-Identifier: Apache-2.0
#include "systemc/experiment/fabric_kind.hpp"

#include <algorithm>

#include "jacquard/base/error.hpp"
#include "systemc/experiment/circuit_kind.hpp"
#include "systemc/experiment/hybrid_kind.hpp"
#include "systemc/experiment/packet_kind.hpp"
#include "systemc/experiment/rotor_kind.hpp"

namespace jacquard::experiment {

namespace {

std::vector<FabricKind>& rows() {
  static std::vector<FabricKind> all = own_fabric_kinds();
  return all;
}

}  // namespace

std::vector<FabricKind> own_fabric_kinds() {
  return {circuit_kind(), packet_kind(), hybrid_kind(), rotor_kind()};
}

base::Span<const FabricKind> fabric_kinds() { return rows(); }

void use_fabric_kinds(std::vector<FabricKind> kinds) { rows() = std::move(kinds); }

const FabricKind& fabric_kind(const std::string& name) {
  const auto kinds = fabric_kinds();
  const auto it = std::find_if(kinds.begin(), kinds.end(),
                               [&](const FabricKind& kind) { return name == kind.name; });
  JQ_CHECK(it != kinds.end(), "a kind of fabric is asked for by a name in the table");
  return *it;
}

}  // namespace jacquard::experiment
