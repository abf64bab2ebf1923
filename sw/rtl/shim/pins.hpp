// SPDX-License-Identifier: Apache-2.0
// Words in and out of a model's ports, whatever their width.
#pragma once

#include <verilated.h>

#include <cstdint>

namespace jacquard::rtl::shim {

template <class Port>
void put(Port& port, const std::uint32_t* words) {
  std::uint64_t value = words[0];
  if (sizeof(Port) > 4) value |= std::uint64_t{words[1]} << 32;
  port = static_cast<Port>(value);
}
template <std::size_t kWords>
void put(VlWide<kWords>& port, const std::uint32_t* words) {
  for (std::size_t i = 0; i < kWords; ++i) port[i] = words[i];
}

template <class Port>
void get(const Port& port, std::uint32_t* words) {
  words[0] = static_cast<std::uint32_t>(port);
  if (sizeof(Port) > 4)
    words[1] = static_cast<std::uint32_t>(static_cast<std::uint64_t>(port) >> 32);
}
template <std::size_t kWords>
void get(const VlWide<kWords>& port, std::uint32_t* words) {
  for (std::size_t i = 0; i < kWords; ++i) words[i] = port[i];
}

}  // namespace jacquard::rtl::shim
