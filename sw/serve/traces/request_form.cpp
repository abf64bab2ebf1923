// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/traces/request_form.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace jacquard::serve {
namespace {

constexpr std::int64_t kMilliseconds = 1'000;
constexpr std::int64_t kNanoseconds = 1'000'000'000;
constexpr int kBailianBlock = 16;

// What `serve --out` writes beside the requests, and what engines record.
const std::vector<std::string> kAnswers = {
    "queued_s", "scheduled_s", "first_token_s", "last_token_s", "waited_ps",    "ttft_ps",
    "tpot_ps",  "e2e_ps",      "good",          "preemptions",  "reused_tokens"};

std::vector<RequestForm> all_forms() {
  std::vector<RequestForm> forms;
  const auto add = [&](const char* whose, const char* key, const char* time,
                       std::int64_t per_second, const char* input,
                       const char* output) -> RequestForm& {
    RequestForm& form = forms.emplace_back();
    form.whose = whose;
    form.key = key;
    form.time = time;
    form.per_second = per_second;
    form.input = input;
    form.output = output;
    return form;
  };
  // Azure/AzurePublicDataset, AzureLLMInferenceDataset2023.md and 2024.md, AzureLMM...2025.md.
  add("Azure's", "TIMESTAMP", "TIMESTAMP", kStamp, "ContextTokens", "GeneratedTokens");
  // HPMLL/BurstGPT, README.md: later files begin months after the first.
  RequestForm& burst =
      add("BurstGPT's", "Request tokens", "Timestamp", 1, "Request tokens", "Response tokens");
  burst.since_first = true;
  burst.others = {"Model", "Total tokens", "Log Type", "Elapsed time"};
  add("Mooncake's table", "timestamp_ms", "timestamp_ms", kMilliseconds, "input_tokens",
      "output_tokens")
      .ids = "prefix_block_ids";
  for (const char* const time : {"arrival_s", "queued_s"}) {
    RequestForm& ours = add("jacquard's", time, time, 1, "input_tokens", "output_tokens");
    ours.ids = "prefix_block_ids";
    ours.id = "id";
    ours.others = kAnswers;
  }
  // microsoft/vidur, trace_replay_request_generator.py; its length files have no times.
  add("Vidur's", "num_prefill_tokens", "arrived_at", 1, "num_prefill_tokens", "num_decode_tokens")
      .others = {"num_total_tokens", "pd_ratio"};
  // Mutinifni/splitwise-sim, generate_trace.py.
  RequestForm& splitwise =
      add("splitwise-sim's", "prompt_size", "arrival_timestamp", 1, "prompt_size", "token_size");
  splitwise.id = "request_id";
  splitwise.one = "batch_size";
  splitwise.others = {"request_type", "application_id"};
  // casys-kaist/LLMServingSim, workloads/README.md, and its tables of before 2025.
  RequestForm& sim = add("LLMServingSim's", "input_toks", "arrival_time_ns", kNanoseconds,
                         "input_toks", "output_toks");
  sim.ids = "block_ids";  // of input_tok_ids, which read_request_objects() turns into them
  sim.block = kTokenIdBlock;
  sim.session = "session_id";
  sim.delay = {"tool_wait_ns"};
  sim.others = {"input_tok_ids", "output_tok_ids", "tool_duration_ns"};
  // alibaba-edu/qwen-bailian-usagetraces-anon, README.md: every turn has its own time and its whole
  // prompt.
  RequestForm& bailian =
      add("Qwen-Bailian's", "parent_chat_id", "timestamp", 1, "input_length", "output_length");
  bailian.ids = "hash_ids";
  bailian.block = kBailianBlock;
  bailian.others = {"chat_id", "type", "turn"};
  // kvcache-ai/Mooncake, FAST25-release; sessions and delays as ai-dynamo/aiperf (MooncakeTrace)
  // and ai-dynamo/dynamo (loadgen/trace.rs) have them.
  RequestForm& mooncake = add("Mooncake's", "input_length", "timestamp", kMilliseconds,
                              "input_length", "output_length");
  mooncake.ids = "hash_ids";
  mooncake.session = "session_id";
  mooncake.delay = {"delay", "delay_ms"};
  mooncake.others = {"chat_id", "turn"};
  RequestForm& lengths = add("jacquard's", "input_tokens", "", 1, "input_tokens", "output_tokens");
  lengths.ids = "prefix_block_ids";
  lengths.id = "id";
  return forms;
}

const std::vector<RequestForm>& forms() {
  static const std::vector<RequestForm> all = all_forms();
  return all;
}

}  // namespace

const RequestForm& request_form(const Fields& row) {
  const auto found = std::find_if(forms().begin(), forms().end(),
                                  [&](const RequestForm& form) { return row.has(form.key); });
  if (found == forms().end()) {
    std::vector<std::string> keys;
    for (const RequestForm& form : forms()) keys.push_back("'" + form.key + "'");
    row.fail("", fmt::format("{} {}, or another form of docs/serve.md", row.noun(),
                             fmt::join(keys, ", ")));
  }
  return *found;
}

bool knows(const RequestForm& form, const std::string& key) {
  const auto among = [&](const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), key) != names.end();
  };
  return key == form.key || key == form.time || key == form.input || key == form.output ||
         key == form.ids || key == form.session || key == form.id || key == form.one ||
         among(form.delay) || among(form.others);
}

const char* const kHeaderExpected =
    "a line of names before the numbers, such as TIMESTAMP,ContextTokens,GeneratedTokens or "
    "arrived_at,num_prefill_tokens,num_decode_tokens";

}  // namespace jacquard::serve
