// SPDX-License-Identifier: Apache-2.0
// Chronos Fig. 6: MoE all-to-alls through a circuit switch and through packet switches
// (docs/repro.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/config/json_reader.hpp"
#include "jacquard/demand/demand_matrix.hpp"

namespace jacquard::studies::fig6 {

// What decides the figures. The defaults are the study that `jacquard repro` answers with.
struct Options {
  std::uint64_t seed = 1;
  int matrices = 1'000;
  int evaluations = 200;  // of the tuner, each on every training matrix
  int training = 20;      // matrices that are in no figure
  int training_part = 4;  // of their bytes, one in so many
  int finalists = 10;     // evaluations run again on whole training matrices
  int sample = 100;       // matrices for every packet fabric but the tuned one
  int part = 1;           // of all bytes, one in so many: for those in a hurry
};

config::Json json_of(const Options& options);

// One packet-switched fabric, and what it took for each matrix it was given.
struct Baseline {
  std::string name;
  bool headers = true;
  bool diagonal = true;
  std::vector<std::int64_t> matrices;  // their indices, ascending
  std::vector<base::Picoseconds> completions;
};

// An evaluation of the tuner that was run again in full.
struct Finalist {
  std::int64_t evaluation = 0;
  std::vector<double> values;           // of knobs()
  base::Picoseconds training_part{0};   // mean completion of the training matrices in part
  base::Picoseconds training_whole{0};  // and whole
};

struct Results {
  Options options;
  std::vector<std::int64_t> training;  // indices of the matrices that the tuner saw
  std::vector<Finalist> finalists;     // the best first
  std::vector<Baseline> baselines;     // the tuned fabric first
};

// The demand of the study's matrix `index`: 0 .. matrices - 1, then those of the training.
demand::DemandMatrix matrix(const Options& options, std::int64_t index);

// Every simulation of the study: from the journal in `folder` where it has them, else by `workers`
// processes (0: as many as the machine has). Says on stderr how far it is.
Results run(const Options& options, const std::string& folder, int workers);

// The same if the journal in `folder` has all of it; nothing is simulated for it, nothing changed.
std::optional<Results> recorded(const Options& options, const std::string& folder);

// Where the journal is kept if the user names no folder: one for each hash of what decides it.
std::string default_folder(const Options& options);

}  // namespace jacquard::studies::fig6
