// SPDX-License-Identifier: Apache-2.0
// What jacquard_mpi.so offers. MPI lies in a module of its own, so that the program starts without
// it, and need not be built with it.
#pragma once

#include <cstddef>

namespace jacquard::mpi {

struct Plugin {
  // Called once, before all else and after all else.
  void (*begin)();
  void (*end)();
  int (*rank)();
  int (*size)();
  int (*here)();  // ranks on this machine
  // Returns once `data` may be used again.
  void (*send)(int to, const char* data, std::size_t size);
  // Whether a message has come: from whom, and how long.
  bool (*heard)(int* from, std::size_t* size);
  // The message that heard() found.
  void (*receive)(int from, char* data, std::size_t size);
};

inline constexpr const char* kPluginSymbol = "jacquard_mpi_plugin";

}  // namespace jacquard::mpi
