// SPDX-License-Identifier: Apache-2.0
// Kineto's traces of all ranks of a job, which agree on what they say to each other.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "jacquard/interop/kineto/rank.hpp"

namespace jacquard::interop {

struct KinetoJob {
  std::vector<KinetoRank> ranks;           // by their numbers
  std::map<int, std::vector<int>> groups;  // members by number, from 1; 0 is everybody
  std::map<int, std::string> group_names;
  // Of each rank, the number of each of its KinetoRank::groups.
  std::vector<std::vector<int>> group_of;
  std::vector<std::string> notes;  // what is otherwise than the files say, for people

  int number(int rank, const KinetoCall& call) const;
  int size_of(int group) const;
};

// One file for each rank, in any order; execution traces beside them say what they do not. Throws
// ConfigError as read_kineto() does; for ranks that are missing or there twice; for members of a
// group that differ in their collectives, in order; and for messages without their other side.
KinetoJob read_kineto_job(const std::vector<std::string>& paths);

}  // namespace jacquard::interop
