// SPDX-License-Identifier: Apache-2.0
// A training step as a text of layers: the workloads of ASTRA-sim 1.0, and of SimAI, which AICB
// writes. Each layer has a computation and a collective forwards, for the gradient of its input,
// and for that of its weights.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/interop/chakra/trace.hpp"

namespace jacquard::interop {

enum class TextLoop {  // the training loop that the first word names
  data,
  model,
  hybrid_data_model,
  hybrid_model_data,
  hybrid_customized,
  hybrid_transformer,
  hybrid_transformer_fwd_in_bckwd,
  hybrid_dlrm,
  hybrid_dlrm_enhanced,
  distributed_inference,
  micro,
};

// Who takes part: nobody, so that the loop leaves it out; everybody; the NPUs of a tensor-parallel
// group; those of one place in such groups; of these, those that share experts, or hold the same;
// NPUs that differ in the first dimension of the network, or in all others.
enum class TextOver { nobody, all, tensor, data, experts, data_of_experts, first, others };

struct TextPart {
  std::int64_t compute_ns = 0;
  std::optional<ChakraCollective> kind;
  TextOver over = TextOver::nobody;
  std::int64_t bytes = 0;  // as the file says
};

struct TextLayer {
  std::string name;
  TextPart forward, input, weight;
  std::int64_t update_ns = 0;  // after each of its collectives
  bool is_checkpoint = false;
  bool recomputes = false;  // forwards from the last checkpoint on, before its gradients
};

struct TextWorkload {
  std::string source;
  TextLoop loop = TextLoop::data;
  int npus = 0;
  int tensor = 1, experts = 1;     // NPUs of such groups
  int stages = 1;                  // of the pipeline, each of which runs the file's layers
  int chunks = 1;                  // virtual stages of a stage
  int micro_batches = 1;           // of a pipeline: how often its layers are in the file
  std::size_t begin = 0, end = 0;  // the layers of its first micro-batch
  std::int64_t boundary = 0;       // bytes from a stage to the next
  std::string no_stages;           // why a file that has a pipeline is run without
  int last_bottom = -1;            // of a DLRM, the layer that waits for the embeddings
  std::vector<TextLayer> layers;

  bool is_transformer() const { return loop == TextLoop::hybrid_transformer || counts_results(); }
  // SimAI counts what an all-gather ends with, ASTRA-sim what each NPU puts in.
  int stage_npus() const { return npus / stages; }
  bool counts_results() const { return loop == TextLoop::hybrid_transformer_fwd_in_bckwd; }
};

// Whether the first word of a file is such a loop. Reads no more of it.
bool is_text_workload(const std::string& path);

// `npus`: how many, where the file does not say; 0 if nobody does. Throws ConfigError naming the
// line: for words out of place, more or fewer layers than line 2 says, and groups that do not
// divide the NPUs.
TextWorkload read_text_workload(const std::string& path, int npus);

// The groups of its collectives but everybody, by number. Tensor-parallel NPUs stand next to each
// other, then those that share experts, then those of a stage, as SimAI has them.
std::map<int, std::vector<int>> text_groups(const TextWorkload& workload);

// What a rank does, in the order of its training loop (Workload.cc of ASTRA-sim 1.0). A stage of a
// pipeline goes through its micro-batches in the order of Megatron-LM's 1F1B, interleaved where it
// has virtual stages. Layers around those of micro-batches come once: those before are first and
// last, those behind follow the last forward pass.
ChakraTrace text_trace(const TextWorkload& workload, int rank);

}  // namespace jacquard::interop
