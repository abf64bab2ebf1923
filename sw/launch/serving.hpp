// SPDX-License-Identifier: Apache-2.0
// Servers of engines, as they are started: one table for each engine, read both ways. Sources:
// vllm/engine/arg_utils.py and vllm/config (vLLM 0.11 to 0.25), sglang/srt/server_args.py (SGLang
// 0.5), tensorrt_llm/llmapi/llm_args.py and commands/serve.py (TensorRT-LLM 1.0 to 1.3).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/config/place.hpp"
#include "jacquard/cost/software.hpp"

namespace jacquard::launch {

using cost::Software;

// Keys of `jacquard serve` with their values as text.
using ServingKeys = std::map<std::string, std::string>;

enum class ServingForm : std::uint8_t { value, flag, off_flag };  // off_flag: it switches off

// One setting. `names`: the engine's, '_' for '-' and a dot into an object; the first is written.
// `words`: "ours=theirs" each, where they differ; the first of ours is written.
struct ServingRow {
  const char* names;
  const char* key;
  ServingForm form = ServingForm::value;
  const char* words = "";
};

struct ServingTable {
  const char* name;  // for people
  std::vector<ServingRow> rows;
  const char* times;  // options that change times, and that no key of ours says
};
const ServingTable& serving_table(Software engine);

bool lists(const char* names, const std::string& name);  // with blanks between them

// Degrees and limits as the engine counts them: SGLang's and TensorRT-LLM's tp spans the groups of
// attention, and SGLang's limits are of all groups. Throws ConfigError at our option for a layout
// that the engine has not.
ServingKeys engine_keys(Software engine, ServingKeys ours);

// The reverse, and npus. Degrees that are not there are 1. `written`: as the engine named them.
// Throws ConfigError at `place`, or at a name there.
ServingKeys our_keys(Software engine, ServingKeys theirs, const config::Place& place,
                     const ServingKeys& written = {});

struct ReadServing {
  Software engine = Software::vllm;
  ServingKeys keys;                        // ours; degrees and npus always
  ServingKeys written;                     // the file's name of each, as it stands there
  int passed_over = 0;                     // options that say nothing of times
  std::vector<std::string> not_simulated;  // that change times, as the engine names them
  std::string split;  // "prefill=2xtp4,decode=4xtp8"; degrees and npus: of decode
};

// A shell script or a line that starts one server, its options alone, its YAML or JSON, or a
// manifest of Dynamo. A file that the line names is read too, from beside it or from a
// here-document. Options without a server
// are of `engine`, else of the engine that knows most of them. Throws ConfigError for other files,
// and for degrees that are none; other values are not checked.
ReadServing read_serving(const std::string& path, std::optional<Software> engine);

// Servers that do the same work. "precision" is what the engine makes of the checkpoint's weights.
struct ServingWorker {
  std::string role;  // "prefill", "decode"; "" where each does both
  int instances = 1;
  int npus = 1;  // of an instance
  int node = 8;  // NPUs of a node
  ServingKeys keys;
};

// A script with a line for each kind of worker, and for TensorRT-LLM its file of options. Throws
// ConfigError as engine_keys().
std::string launch_script(Software engine, const std::vector<ServingWorker>& workers);

// A DynamoGraphDeployment (nvidia.com/v1beta1, Dynamo 1.3 and later) of these workers.
std::string dynamo_manifest(Software engine, const std::vector<ServingWorker>& workers);

}  // namespace jacquard::launch
