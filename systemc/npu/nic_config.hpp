// SPDX-License-Identifier: Apache-2.0
// The network interface of an NPU: a controller for each of its links.
#pragma once

#include "jacquard/base/units.hpp"
#include "jacquard/config/field_table.hpp"

namespace jacquard::systemc {

struct NicConfig {
  int links = 4;
  base::BitsPerSecond rate{400'000'000'000};  // of a link
};

const config::FieldTable<NicConfig>& nic_fields();

}  // namespace jacquard::systemc
