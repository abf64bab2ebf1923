// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/interop/log/families.hpp"
#include "jacquard/interop/log/log.hpp"

namespace jacquard::interop {

// Classes whose calls are equal but for their groups and peers become one. Groups without a family
// that such classes have in each other's place become one family, if no rank is in two of them;
// otherwise all stays as it is. Such families are joined further where their groups are alike and
// no rank is in both. Requires check_log().
void merge_classes(Log& log);

}  // namespace jacquard::interop
