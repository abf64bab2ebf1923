// SPDX-License-Identifier: Apache-2.0
// Models from the config.json that Hugging Face's repositories hold, as it is.
#pragma once

#include "jacquard/workload/model.hpp"

namespace jacquard::workload {

// Whether the object is such a file: it has "architectures" or "model_type".
bool is_hugging_face(const config::Json& json);

// Throws ConfigError at `place` for an architecture that is not known (with the nearest that is)
// and for a dimension that is missing or wrong. Keys that say nothing of sizes are not read.
Model model_from_hugging_face(const config::Json& json, const config::Place& place);

// A model as it may stand in a job or on a command line: a name of configs/models, the path of a
// model or of a Hugging Face config.json, or the object itself.
Model read_model(const config::Json& json, const config::Place& place);

}  // namespace jacquard::workload
