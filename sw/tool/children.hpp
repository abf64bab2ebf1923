// SPDX-License-Identifier: Apache-2.0
// Child processes of which none outlives the program, however it ends.
#pragma once

#include <sys/types.h>

namespace jacquard::tool {

enum class ChildKind {
  program,  // it will become another program, and may have children of its own
  worker,   // it goes on as this one; a signal of a terminal is its parent's matter
};

// fork(): 0 in the child. A program is the first of a process group, which ends with it.
pid_t start_child(ChildKind kind);

// Waits until it has ended, and returns the status of waitpid(). To be called for each.
int wait_for_child(pid_t child);

// Asks all to end, and a moment later makes them. Then the program must end: starting another or
// waiting for one waits for that.
void end_children();

}  // namespace jacquard::tool
