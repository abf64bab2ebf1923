// SPDX-License-Identifier: Apache-2.0
#include "vectors/elaborate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace jacquard::tb {

std::string yosys_elaborate(const Device& device, const std::vector<std::string>& files) {
  std::string set;
  for (const auto& [name, value] : device.parameters)
    set += fmt::format(" -set {} {}", name, value);
  // Yosys 0.23 loses a module that chparam gives its own defaults: it is first given another N.
  return fmt::format(
      "read_verilog -sv {0}\nchparam -set N 63 {1}\nchparam{2} {1}\n"
      "hierarchy -check -top {1}\nrename -top {1}\n",
      fmt::join(files, " "), device.module, set);
}

}  // namespace jacquard::tb
