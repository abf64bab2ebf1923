// SPDX-License-Identifier: Apache-2.0
// Small traces in the form that the PyTorch profiler writes, made by hand.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "jacquard/base/error.hpp"
#include "jacquard/interop/kineto/trace.hpp"
#include "support/folder.hpp"

namespace jacquard::tb {

// Times in microseconds.
inline std::string kernel(const std::string& name, int stream, double begin, double end,
                          int launch = 0, const std::string& more = "") {
  return fmt::format(
      R"({{"ph": "X", "cat": "kernel", "name": "{}", "ts": {}, "dur": {},
           "args": {{"device": 0, "stream": {}, "correlation": {}{}}}}})",
      name, begin, end - begin, stream, launch, more);
}

// Of elements of two bytes.
inline std::string nccl(const std::string& kind, int elements, const std::string& ranks,
                        double begin, double end, int launch = 0, const std::string& more = "") {
  return kernel("ncclDevKernel_X", 20, begin, end, launch,
                fmt::format(R"(, "Collective name": "{}", "In msg nelems": {}, "dtype": "BFloat16",
                                "Process Group Name": "3", "Process Group Description": "dp",
                                "Process Group Ranks": "{}"{})",
                            kind, elements, ranks, more));
}

inline std::string wait(int stream, int launch, int on_stream, int recorded) {
  return fmt::format(
      R"({{"ph": "X", "cat": "cuda_sync", "name": "Stream Wait Event", "ts": 1, "dur": 0,
           "args": {{"device": 0, "stream": {}, "correlation": {}, "wait_on_stream": {},
                     "wait_on_cuda_event_record_corr_id": {}}}}})",
      stream, launch, on_stream, recorded);
}

inline std::string kineto(int rank, int world, const std::vector<std::string>& events,
                          const std::string& groups = "[]") {
  std::string text = fmt::format(
      R"({{"distributedInfo": {{"rank": {}, "world_size": {}, "pg_config": {}}}, "traceEvents": [)",
      rank, world, groups);
  for (const std::string& event : events) text += (&event == &events[0] ? "" : ",\n") + event;
  return text + "]}";
}

// The job of these files, or the fault, without the folder's name.
struct Imported {
  interop::KinetoJob job;
  std::string fault;
};

inline Imported import(const std::vector<std::string>& files) {
  const Folder folder;
  std::vector<std::string> paths;
  for (const std::string& file : files) {
    paths.push_back(folder.file(fmt::format("{}.json", paths.size()), file));
  }
  Imported out;
  try {
    out.job = interop::read_kineto_job(paths);
  } catch (const base::ConfigError& error) {
    out.fault = error.what();
    for (std::size_t at = 0; (at = out.fault.find(folder.path(""))) != std::string::npos;) {
      out.fault.erase(at, folder.path("").size());
    }
  }
  return out;
}

}  // namespace jacquard::tb
