// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/free_ports.hpp"

#include <algorithm>

namespace jacquard::stack {

using base::at;
using base::index;

FreePorts::FreePorts(const Sizes& sizes, const Seating& seating, int ranks)
    : at_place_(index(sizes.leaf_ports)) {
  std::vector<char> is_free(index(sizes.ports), 1);
  for (const int port : seating.failed_ports) at(is_free, port) = 0;
  for (int rank = 0; rank < ranks; ++rank) at(is_free, seating.port(rank)) = 0;
  for (int port = sizes.ports - 1; port >= 0; --port) {
    if (at(is_free, port) == 0) continue;
    at(at_place_, port % sizes.leaf_ports).push_back(port);
    ++count_;
  }
}

std::optional<int> FreePorts::take_at(int place) {
  std::vector<int>& ports = at(at_place_, place);
  if (ports.empty()) return std::nullopt;
  const int port = ports.back();
  ports.pop_back();
  --count_;
  return port;
}

int FreePorts::take_any() {
  const auto most =
      std::max_element(at_place_.begin(), at_place_.end(),
                       [](const auto& a, const auto& b) { return a.size() < b.size(); });
  return *take_at(static_cast<int>(most - at_place_.begin()));
}

}  // namespace jacquard::stack
