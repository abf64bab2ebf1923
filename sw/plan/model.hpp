// SPDX-License-Identifier: Apache-2.0
// A model by its components, as MAD-Max s4 has it: what strategies per type of layer need to know.
#pragma once

#include <cstdint>
#include <string>

#include "jacquard/config/field_table.hpp"

namespace jacquard::plan {

// Layers of width x width, without biases. With experts each layer is `experts` such layers, of
// which a sample visits `active`.
struct MlpSizes {
  int layers = 0;  // 0: none
  int width = 0;
  int experts = 0;  // 0: none
  int active = 0;
};

struct EmbeddingSizes {
  std::int64_t tables = 0;  // 0: none, as of an LLM, whose vocabulary is its embedding
  std::int64_t rows = 0;    // of a table
  int dimension = 0;
  double pooling = 0;  // look-ups of a sample in each table
};

// Blocks of attention (four hidden x hidden) and FFN (two hidden x inner).
struct BlockSizes {
  int layers = 0;  // 0: none
  int hidden = 0;
  int heads = 0;
  int kv_heads = 0;  // 0: as many as heads; the paper's rules do not see them
  int inner = 0;
  int sequence = 0;  // tokens of a sample
  int experts = 0;   // of the FFN; 0: none
  int active = 0;
};

struct Model {
  std::string name;
  std::string source;
  MlpSizes bottom;
  MlpSizes top;
  EmbeddingSizes embedding;
  BlockSizes blocks;
  int vocabulary = 0;          // of an LLM; 0: none
  double dense_bytes = 2;      // of a value outside embeddings: 4 is TF32, 2 fp16, 1 int8
  double embedding_bytes = 2;  // of a value of an embedding
  std::int64_t batch = 0;      // samples of a step, where a task does not say
  double training_tokens = 0;  // of a whole training, for days; 0: not known
  // Of the training whose GPU hours are told, where that is another count; 0: training_tokens.
  double gpu_hours_tokens = 0;
};

// The folder of the noun.
inline constexpr const char* kModels = "planner_models";

const config::FieldTable<Model>& model_fields();

// Throws ConfigError at `place` / key for sizes that are missing or do not fit each other.
void require_complete(const Model& model, const config::Place& place);

}  // namespace jacquard::plan
