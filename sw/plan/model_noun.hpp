// SPDX-License-Identifier: Apache-2.0
// A model as every verb takes it: the sizes of a transformer (configs/models, Hugging Face), or
// types of layer in MAD-Max's terms (configs/planner_models), each as the other where it can be.
#pragma once

#include <string>

#include "jacquard/config/json_reader.hpp"
#include "jacquard/plan/model.hpp"
#include "jacquard/workload/model.hpp"

namespace jacquard::plan {

// Whether an object says types of layer.
bool says_layer_types(const config::Json& json);

// An LLM of MAD-Max's kind: blocks with two matrices in the FFN, no biases, untied embeddings, and
// attention that never stores its scores. Throws ConfigError at `place` for a model that has other
// parts, or no blocks and vocabulary.
workload::Model transformer_of(const Model& model, const config::Place& place);

// Blocks of four matrices hidden x hidden and two hidden x inner with as many values: a gated FFN
// of three counts as one half wider. bf16. Throws ConfigError at `place` for latent attention,
// heads that are not hidden / heads wide, layers that differ, and shared experts.
Model layer_types_of(const workload::Model& model, const config::Place& place);

// By name, path, object or spelling ("meta-llama/Llama-3.1-70B"). A name that both folders have is
// that of configs/models for a transformer, of configs/planner_models for types of layer. Throw
// ConfigError at `place` for what is none, with the nearest name, and in the file for what is
// wrong.
workload::Model find_transformer(const config::Json& json, const config::Place& place);
Model find_layer_types(const std::string& text, const config::Place& place);

}  // namespace jacquard::plan
