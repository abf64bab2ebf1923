// SPDX-License-Identifier: Apache-2.0
#include "systemc/npu/sides_text.hpp"

#include <string_view>

#include "jacquard/base/parse_number.hpp"

namespace jacquard::systemc {

std::vector<Side> SidesText::read(const config::Json& json, const config::Place& place) const {
  const auto refuse = [&] { place.fail(expected, config::brief(json)); };
  if (!json.is_string()) refuse();
  const std::string text = json.get<std::string>();
  std::vector<Side> all;
  for (std::string_view rest = text; all.size() <= sides;) {
    const std::size_t end = rest.find('x');
    std::string_view word = rest.substr(0, end);
    Side side;
    side.in_tiles = tiles && !word.empty() && word.back() == 't';
    if (side.in_tiles) word.remove_suffix(1);
    const auto count = base::parse_number<std::int64_t>(word);
    if (!count || *count < 1 || *count > most) refuse();
    side.count = *count;
    all.push_back(side);
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  if (all.size() != sides) refuse();
  return all;
}

}  // namespace jacquard::systemc
