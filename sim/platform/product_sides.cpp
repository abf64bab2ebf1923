// SPDX-License-Identifier: Apache-2.0
#include "sim/platform/product_sides.hpp"

#include <fmt/format.h>

#include <string>

#include "jacquard/cost/systolic.hpp"

namespace jacquard::platform {

using systemc::Side;

config::Codec<std::vector<Side>> product_sides_codec() {
  const systemc::SidesText text{
      fmt::format(
          "m x n x k, such as \"256x256x256\", each in 1..{}; a number followed by t counts "
          "tiles",
          cost::kLargestSide),
      3, cost::kLargestSide, true};
  return {text.expected,
          config::Document{{"type", "string"}, {"pattern", "^[0-9]+t?x[0-9]+t?x[0-9]+t?$"}},
          config::TextForm::string,
          [text](const config::Json& json, const config::Place& place) {
            return text.read(json, place);
          },
          [](const std::vector<Side>& sides) {
            std::string all;
            for (const Side& side : sides) {
              all += (all.empty() ? "" : "x") + std::to_string(side.count) +
                     (side.in_tiles ? "t" : "");
            }
            return config::Document(all);
          }};
}

std::int64_t length_of(const Side& side, const std::optional<std::int64_t>& tile,
                       const config::Place& place) {
  if (!side.in_tiles) return side.count;
  if (!tile) {
    config::Place{place.source, "/tile"}.fail("a side of tiles", "none", "sides count tiles");
  }
  const std::int64_t most = cost::kLargestSide / *tile;
  if (side.count > most) {
    place.fail(fmt::format("sides in 1..{}", cost::kLargestSide),
               fmt::format("{} tiles of {}", side.count, *tile));
  }
  return side.count * *tile;
}

}  // namespace jacquard::platform
