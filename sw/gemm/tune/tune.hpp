// SPDX-License-Identifier: Apache-2.0
// The fastest way to compute the layers of a block on a mesh: mesh x which matrix stays x
// transposed or not x slices of each pass (MeshSlice s3.2, where the last three are searched less
// far).
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "jacquard/gemm/cost/gemm_cost.hpp"
#include "jacquard/gemm/tune/passes.hpp"

namespace jacquard::gemm {

struct Question {
  std::vector<Layer> layers;  // of one block, in order; the blocks of a model follow each other
  int chips = 1;
  std::optional<Mesh> mesh;  // nothing: all of so many chips
  Chip chip;
  MeshNetwork network;  // of every mesh; its folds are ignored
  bool folds = false;   // also each way to lay one side of a mesh into two dimensions of a torus
  Mode mode = Mode::paper;
  std::vector<Algorithm> algorithms = {Algorithm::meshslice};  // of each pass, whichever is fastest
  std::vector<Choice> choices = {kChoices.begin(), kChoices.end()};  // of each layer
  bool trains = true;  // forward and both backward passes; else the forward pass alone
  int blocks = 1;      // whose weights a chip holds, and of training gradients and activations

  std::vector<Pass> passes() const;
};

struct TunedPass {
  Request request;
  GemmCost cost;
};

struct TunedLayer {
  Choice choice;
  int products = 1;               // of these passes, one after the other
  std::vector<TunedPass> passes;  // by Pass
  bool reshards_input = false;    // X, and its gradient on the way back
  bool reshards_output = false;   // Y and its gradient, where it joins the stream
  base::Seconds resharding{0};    // of these, there and back

  base::Seconds time() const;  // of all products' passes and of resharding
};

struct TunedBlock {
  Mesh mesh;
  MeshNetwork network;
  base::Seconds time{0};  // of all passes of all layers, and of resharding
  base::Seconds resharding{0};
  std::vector<TunedLayer> layers;
  Layout stream = Layout::plain;  // of the residual stream, where the block begins
  base::Bytes memory{0};          // of a chip: what it holds, and the largest buffers

  base::Seconds compute() const;
  base::Bytes buffers() const;  // the largest beside the shards
  int transposed() const;       // layers
};

// Why there is no faster answer. A point is one pass of one layer with one choice, algorithm and
// slice count on one mesh: the cost of a block is a sum over points and reshardings, so the best of
// each point's rivals, and the best way through the layouts, is the best of all combinations.
struct Certificate {
  double combinations = 0;     // sum over meshes of the product over layers of its choices
  std::int64_t points = 0;     // sum in place of the product
  std::int64_t evaluated = 0;  // points whose closed form was taken
  std::int64_t pruned = 0;     // points with a lower bound >= a rival's time
  std::int64_t too_big = 0;    // of the evaluated, those whose buffers a chip cannot hold
  int meshes = 0;              // of so many chips, each way to fold one apart
  int refused = 0;             // of these, those on which a layer cannot be cut or held
};

struct Tuned {
  std::vector<TunedBlock> blocks;  // the best of each mesh, fastest first
  Certificate certificate;
};

// Throws ConfigError naming --mesh or --chips where no mesh serves, with the nearest that does.
Tuned tune(const Question& question);

// Every mesh of so many chips, one dimension included, by rows; then, for 2.5D, square meshes of
// several layers.
std::vector<Mesh> meshes_of(const Question& question);

// The question's network, and with `folds` each way to fold one side of the mesh, shorter dimension
// first.
std::vector<MeshNetwork> networks_of(const Question& question, const Mesh& mesh);

// Utilisation of Chip::peak while a block takes `time`.
double utilisation(const Question& question, base::Seconds time);

}  // namespace jacquard::gemm
