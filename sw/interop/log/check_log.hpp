// SPDX-License-Identifier: Apache-2.0
// Do the ranks of a log agree? What one of them calls, all others of the group must.
#pragma once

#include "jacquard/interop/log/families.hpp"
#include "jacquard/interop/log/log.hpp"

namespace jacquard::interop {

// "rank 3's all_reduce (call 7, rank_00003.jsonl line 8)", for errors.
std::string described(const LogCall& call, const LogClass& one, int rank);

// The k-th collective of a group is of one kind, size, type, reduction, root and count (`seq`) at
// every member; the k-th send from one rank to another with a tag has the size and type of the k-th
// receive. Only calls that this cannot tell apart are compared once for all ranks of a class.
// Throws ConfigError that says what either rank has.
void check_log(const Log& log, const Families& families);

}  // namespace jacquard::interop
