// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace jacquard::cli {

// As they were given.
struct AstraOptions {
  std::string workload;
  std::string system;
  std::string network;
  std::string cluster;  // a system of ours, instead of the network's file
  std::string groups = "empty";
  std::string memory;
  std::string logging;
  std::string logging_folder;
  std::string mode = "astra-unaware";
  int queues = 1;
  double compute_scale = 1;
  double comm_scale = 1;
  double injection_scale = 1;
  bool rendezvous = false;
  bool lenient = false;
  std::string npu_memory;
};

}  // namespace jacquard::cli
