// SPDX-License-Identifier: Apache-2.0
// What the fuzzers feed, and what the replay test runs over the corpus. Each entry reads one text
// as a user's file and aborts if the reader does anything but succeed soundly or throw a one-line
// ConfigError.
#pragma once

#include <string>

namespace jacquard::fuzz {

void demand_file(const std::string& text);
void config_file(const std::string& text);
void schedule_file(const std::string& text);
void rounds_file(const std::string& text);
void chakra_file(const std::string& text);
void astra_file(const std::string& text);
void graph_file(const std::string& text);
void workload_file(const std::string& text);
void memory_file(const std::string& text);
void plan_file(const std::string& text);
void requests_file(const std::string& text);

struct Entry {
  const char* name;  // also the folder of its corpus
  void (*run)(const std::string& text);
};
inline constexpr Entry kEntries[] = {
    {"demand", demand_file}, {"config", config_file},     {"schedule", schedule_file},
    {"rounds", rounds_file}, {"chakra", chakra_file},     {"astra", astra_file},
    {"graph", graph_file},   {"workload", workload_file}, {"memory", memory_file},
    {"plan", plan_file},     {"requests", requests_file}};

}  // namespace jacquard::fuzz
