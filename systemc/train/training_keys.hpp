// SPDX-License-Identifier: Apache-2.0
// Keys of a job that are of training alone: its optimizer, adapters and documents.
#pragma once

#include <optional>
#include <string>

#include "systemc/train/train_config.hpp"

namespace jacquard::train {

// Which key says that documents are packed, what it says where none are, and what it says.
struct SaidDocuments {
  const char* key;
  const char* none;
  std::string found;
};
std::optional<SaidDocuments> said_documents(const workload::DocumentLengths& lengths);

// Throws ConfigError at the key that does not go with another, or has no effect without one.
void require_training_keys(const TrainConfig& config, const JobPlaces& places);
// The same, and into the request.
void take_training_keys(const TrainConfig& config, const JobPlaces& places,
                        workload::StepRequest& request);

// Documents as they are packed into the step's sequences; nothing where these are whole.
std::optional<workload::PackedStep> packed_of(const TrainConfig& config, const JobPlaces& places,
                                              const workload::StepRequest& request,
                                              const workload::StepPlan& plan);

}  // namespace jacquard::train
