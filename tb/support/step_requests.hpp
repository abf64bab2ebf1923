// SPDX-License-Identifier: Apache-2.0
// Requests for tests of the workload's generator.
#pragma once

#include <string>

#include "jacquard/workload/hugging_face.hpp"
#include "jacquard/workload/training.hpp"

namespace jacquard::tb {

// Of a shipped model; 0 layers: as it has.
inline workload::StepRequest request_of(const std::string& model, int layers,
                                        const std::string& parallel, int batch) {
  workload::StepRequest request;
  request.model = workload::read_model(model, {"test", ""});
  if (layers > 0) request.model.layers = layers;
  request.parallelism = workload::parse_parallelism(parallel, "--parallel");
  request.batch = batch;
  request.place = {"--parallel", ""};
  return request;
}

// A GPT of Korthikanti et al. 2022 and Narayanan et al. 2021: no embedding, no biases.
inline workload::Model bare_gpt(int hidden, int layers, int heads) {
  workload::Model m;
  m.hidden = hidden;
  m.layers = layers;
  m.heads = heads;
  m.inner = 4 * hidden;
  m.sequence = 2048;
  m.positions = 1;
  m.layer_norm = true;
  return m;
}

}  // namespace jacquard::tb
