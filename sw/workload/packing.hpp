// SPDX-License-Identifier: Apache-2.0
// Documents of their own lengths, packed into sequences of fixed tokens. Products see the tokens,
// attention the sum of squared lengths: a document attends to itself alone.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/config/field_table.hpp"

namespace jacquard::workload {

// first_fit  each document into the first sequence with room for it, the sequences shuffled (NeMo's
//            packed sequences)
// cut        one behind the other, cut where a sequence ends (pre-training with masks of documents)
enum class Packing : std::uint8_t { first_fit, cut };

struct DocumentLengths {
  std::string file;  // a length in tokens on each line; "": drawn
  double mean = 0;   // of a log-normal distribution; 0 without a file: sequences are whole
  double sigma = 1;  // of the logarithm; 0: all are alike
  Packing packing = Packing::first_fit;

  bool said() const { return !file.empty() || mean > 0; }
};
const config::FieldTable<DocumentLengths>& length_fields();

// Where sequences go: micro-batch i takes `micro_batch` of them for each replica, in order.
struct Deal {
  int replicas = 1;       // that wait for each other at the step's end alone
  int parts = 1;          // of each, that wait for each other in every layer (ep)
  int micro_batches = 1;  // of a replica
  int micro_batch = 1;    // sequences
  int stages = 1;
  int sequence = 1;  // tokens

  int sequences() const { return replicas * parts * micro_batches * micro_batch; }
};

// A token's document has so many tokens on average: the sum of squares over the tokens.
struct PackedStep {
  std::vector<double> slowest;  // of each micro-batch of the replica that takes longest
  double mean = 0;              // of all
  double documents = 0;         // or pieces of them
  double filled = 0;            // share of the tokens that are of a document
  double longest = 0;           // tokens of a document
  double imbalance = 0;         // what the slowest replica has, over the mean
};

// Of a sequence.
struct Packed {
  double squares = 0;
  double tokens = 0;
  double documents = 0;
  double longest = 0;
};
// At least `sequences`, of documents in this order, again from the first where they do not suffice.
// Longer ones are cut.
std::vector<Packed> pack(const std::vector<int>& documents, Packing packing, int sequence,
                         int sequences);
// The first so many of `sequences`.
PackedStep deal(const std::vector<Packed>& sequences, const Deal& deal);

// Drawn or read, shuffled, packed and dealt. Throws ConfigError at `place` or in the file.
PackedStep packed_step(const DocumentLengths& lengths, const Deal& deal, std::uint64_t seed,
                       const config::Place& place);

}  // namespace jacquard::workload
