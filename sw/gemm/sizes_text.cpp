// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/sizes_text.hpp"

#include "jacquard/base/parse_number.hpp"

namespace jacquard::gemm {

std::vector<std::int64_t> parse_sizes(std::string_view text, std::size_t fewest, std::size_t most,
                                      std::int64_t largest) {
  std::vector<std::int64_t> sizes;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('x', begin), text.size());
    const auto size = base::parse_number<std::int64_t>(text.substr(begin, end - begin));
    if (!size || *size < 1 || *size > largest || sizes.size() == most) return {};
    sizes.push_back(*size);
    begin = end + 1;
  }
  if (sizes.size() < fewest) return {};
  return sizes;
}

}  // namespace jacquard::gemm
