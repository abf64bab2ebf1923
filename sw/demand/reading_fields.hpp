// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/config/field_table.hpp"
#include "jacquard/demand/read_demand.hpp"

namespace jacquard::demand {

// How a demand is read. What tokens weigh comes first.
const config::FieldTable<ReadOptions>& reading_fields();

}  // namespace jacquard::demand
