// SPDX-License-Identifier: Apache-2.0
// Jobs of a small model on small clusters, for tests of steps.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "jacquard/base/rng.hpp"
#include "jacquard/config/json_reader.hpp"
#include "systemc/train/run_step.hpp"

namespace jacquard::tb {

inline const char* const kSmallModel =
    R"json({"name": "small", "hidden": 512, "layers": 8, "heads": 8, "inner": 2048,
            "vocabulary": 1024, "sequence": 256})json";

// A cluster of so many TB/s and TFLOP/s that steps of the small model wait for their network too.
inline std::string cluster(const std::string& topology) {
  const int dimensions = static_cast<int>(std::count(topology.begin(), topology.end(), '('));
  std::string bandwidth = "50 GB/s";
  std::string latency = "500 ns";
  for (int d = 1; d < dimensions; ++d) {
    bandwidth += ",25 GB/s";
    latency += ",1 us";
  }
  return R"json({"network": {"topology": ")json" + topology + R"json(", "bandwidth": ")json" +
         bandwidth + R"json(", "latency": ")json" + latency + R"json("},
          "npu": {"peak": "100 TFLOP/s", "memory_bandwidth": "2 TB/s"}})json";
}

// `model` and `system` are names, or objects.
inline train::TrainConfig job(const std::string& model, const std::string& system,
                              const std::string& parallel, int batch) {
  const auto noun = [](const std::string& text) {
    return text.front() == '{' ? config::parse_json(text, "test") : config::Json(text);
  };
  config::Json keys = {{"parallel", parallel}, {"batch", batch}};
  keys["model"] = noun(model);
  keys["system"] = noun(system);
  train::TrainConfig config;
  train::train_fields().read(config, keys, {"job", ""});
  return config;
}

inline train::TrainConfig small_job(const std::string& topology, const std::string& parallel,
                                    int batch) {
  return job(kSmallModel, cluster(topology), parallel, batch);
}

// Knobs that split the small model on 32 NPUs, on a network of any kind.
inline train::TrainConfig random_job(base::Rng& rng) {
  const std::vector<std::string> topologies = {"Switch(4) Ring(8)", "FullyConnected(8) Switch(4)",
                                               "Ring(2) Ring(4) Switch(4)", "Switch(32)"};
  const auto any = [&](const std::vector<std::string>& list) {
    return list[rng.below(list.size())];
  };
  const int tp = 1 << rng.below(4);
  const int cp = 1 << rng.below(2);
  const int pp = 1 << rng.below(std::size_t(tp * cp <= 8 ? 3 : 2));
  const int dp = 32 / (tp * cp * pp);
  std::string knobs = "dp=" + std::to_string(dp) + ",tp=" + std::to_string(tp) +
                      ",cp=" + std::to_string(cp) + ",pp=" + std::to_string(pp) +
                      ",zero=" + std::to_string(rng.below(4)) + any({"", ",micro_batches=4"}) +
                      any({"", ",recompute=full", ",recompute=selective"}) +
                      any({"", ",placement=dp:tp", ",placement=pp:cp"});
  knobs += pp == 1 ? ""
                   : any({"", ",schedule=gpipe", ",schedule=zero-bubble",
                          pp * 2 <= 8 ? ",schedule=interleaved,virtual=2" : ""});
  train::TrainConfig config = small_job(any(topologies), knobs, dp * 8);
  config.chunks = 1 + static_cast<int>(rng.below(2));
  return config;
}

inline train::Step prepared(const train::TrainConfig& config) {
  return train::prepare(config, {"job", ""});
}

}  // namespace jacquard::tb
