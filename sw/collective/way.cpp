// SPDX-License-Identifier: Apache-2.0
#include "jacquard/collective/way.hpp"

#include <fmt/format.h>

namespace jacquard::collective {

std::string words_of(const Way& way, CollectiveKind kind, const std::vector<int>& dimensions) {
  std::vector<Algorithm> used;
  for (const int dimension : dimensions) used.push_back(way.algorithm(dimension));
  const bool alike = std::all_of(used.begin(), used.end(),
                                 [&](const Algorithm& one) { return one == used.front(); });
  if (alike && !used.empty()) used.resize(1);
  std::string words = names_of(used);
  if (dimensions.size() < 2) return words;
  if (kind == CollectiveKind::all_reduce) {
    words += way.spread == Spread::blueconnect ? ", blueconnect" : ", baseline";
  }
  return words + fmt::format(", {} chunk{}", way.chunks, way.chunks == 1 ? "" : "s");
}

}  // namespace jacquard::collective
