// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "jacquard/base/error.hpp"

namespace jacquard::tb {

// What a ConfigError thrown by `act` says; "" if there is none.
template <class Act>
std::string fault_of(const Act& act) {
  try {
    act();
  } catch (const base::ConfigError& error) {
    return error.what();
  }
  return "";
}

// The same in its parts.
template <class Act>
base::InputFault input_fault_of(const Act& act) {
  try {
    act();
  } catch (const base::ConfigError& error) {
    return error.fault();
  }
  return {};
}

}  // namespace jacquard::tb
