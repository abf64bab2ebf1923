// SPDX-License-Identifier: Apache-2.0
// What the trace of a rank has in common with those of others: all but the numbers of the process
// groups that it is in.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "jacquard/base/digest.hpp"

namespace jacquard::interop {

struct Skeleton {
  base::Digest::Value digest;  // of the file, where each group's number counts as its place here
  std::vector<int> groups;     // numbers (pg_name) in the order of first use
};

// Of a binary .et file's contents, without parsing the nodes. A pg_name that is no plain number
// counts as it stands, as do bytes that make no sense, which parse_chakra will say.
Skeleton skeleton_of(std::string_view bytes);

// The length of the number that such a pg_name begins with ("17", "17.0"); 0 for any other text.
std::size_t group_digits(std::string_view name);

}  // namespace jacquard::interop
