// SPDX-License-Identifier: Apache-2.0
// Jobs of traces on the command line of train and simulate.
#pragma once

#include <optional>
#include <string>

#include "sim/cli/train_options.hpp"

namespace jacquard::cli {

struct Traces {
  std::string prefix;                          // or one file for all ranks
  std::string groups;                          // a file; "" for none
  config::Json keys = config::Json::object();  // of train, beside them
  config::Place place;                         // of these; without source where there is no file
};

// Those of a file with the key "traces", as `trace import` writes it, of a folder with such a
// job.json, or of the PREFIX of PREFIX.0.et; nothing of another word.
std::optional<Traces> find_traces(const std::string& word);

// On the engine that is said, in train. Where `on_fabrics` is given, in simulate: on these of
// ideal, links, packet and circuit, "" for all. `folder`, where not "", gets the picture.
int run_traces(const Traces& traces, const TrainOptions& o,
               const std::optional<std::string>& on_fabrics, const std::string& folder,
               const Common& common);

}  // namespace jacquard::cli
