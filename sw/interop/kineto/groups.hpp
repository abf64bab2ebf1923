// SPDX-License-Identifier: Apache-2.0
// The members of process groups, of which a Kineto trace says more in one place than in another.
#pragma once

#include <string>
#include <vector>

#include "jacquard/config/json_reader.hpp"
#include "jacquard/config/place.hpp"

namespace jacquard::interop {

// As an NCCL kernel says it.
struct GroupText {
  std::string name;   // "Process Group Name"
  std::string about;  // "Process Group Description"
  std::string ranks;  // "[0, 1, ...]", cut after 30 of them
  int size = -1;      // "Group size"; -1: not said, as below
  int first = -1;     // "Global rank start"
  int stride = -1;    // "Global rank stride"

  // Texts that are equal are one group.
  std::string key() const;
};

GroupText group_text(const config::Json& args, const config::Place& place);

// Its ranks in their order: as the text lists them, else as `configs` (distributedInfo's
// pg_config) does, else evenly apart. `place` is of the kernel's arguments. Throws ConfigError
// where nobody says them, and for ranks that are not there, come twice, or lack `own`.
std::vector<int> members_of(const GroupText& text, const config::Json& configs, int own, int world,
                            const config::Place& place);

}  // namespace jacquard::interop
