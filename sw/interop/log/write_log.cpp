// SPDX-License-Identifier: Apache-2.0
#include "jacquard/base/new_folder.hpp"
#include "jacquard/interop/log/manifest.hpp"

namespace jacquard::interop {
namespace {

using config::Document;

constexpr std::size_t kMostRanksShown = 64;  // of a group, in each line: the manifest has them all

const char* word_of(workload::Phase phase) {
  using workload::Phase;
  switch (phase) {
    case Phase::forward:
      return "forward";
    case Phase::backward:
      return "backward";
    case Phase::update:
      return "update";
    case Phase::prefill:
      return "prefill";
    case Phase::decode:
      return "decode";
    case Phase::none:
      break;
  }
  return "none";
}

class LineWriter {
 public:
  LineWriter(const Log& log, const LogClass& one) : log_(log), one_(one) {}

  std::string line(const LogCall& call) {
    line_ = {{"op", name_of(call.op)}};
    if (call.call_id >= 0) line_["call_id"] = call.call_id;
    if (call.op == LogOp::wait) line_["wait_of"] = call.wait_of;
    if (is_collective(call.op)) add_group(call);
    if (is_message(call.op)) line_["tag"] = call.tag;
    if (call.peer >= 0) line_["peer"] = call.peer;
    if (is_message(call.op) || (is_collective(call.op) && call.op != LogOp::barrier)) {
      add_size(call);
    }
    if (is_message(call.op) || is_collective(call.op)) line_["async_handle"] = call.async;
    if (call.detached) line_["detached"] = true;
    add_marks(call);
    return line_.dump() + "\n";
  }

 private:
  void add_group(const LogCall& call) {
    const bool all = call.group == 0;
    const LogGroup* group = all ? nullptr : &log_.groups.at(call.group);
    line_["rank"] = one_.representative;
    line_["seq"] = issued_[call.group]++;
    line_["group_id"] = call.group;
    line_["group_name"] = all ? "world" : group->name;
    if (!all && group->ranks.size() <= kMostRanksShown) line_["ranks"] = group->ranks;
  }

  void add_size(const LogCall& call) {
    const int size = bytes_of_dtype(call.dtype).value_or(1);
    line_["shape"] = {call.bytes.count() / size};
    line_["dtype"] = call.dtype;
    if (!call.reduce_op.empty()) line_["reduce_op"] = call.reduce_op;
    if (!call.splits.empty()) line_["splits"] = call.splits;
    if (call.unpredictable) {
      line_["splits"] = nullptr;
      line_["unpredictable"] = true;
    }
    if (call.duration) line_["duration_ps"] = call.duration->count();
  }

  void add_marks(const LogCall& call) {
    if (!call.stream.empty()) line_["stream"] = call.stream;
    if (call.phase != workload::Phase::none) line_["phase"] = word_of(call.phase);
    if (call.micro_batch >= 0) line_["micro_batch"] = call.micro_batch;
    if (call.layer >= 0) line_["layer"] = call.layer;
    if (!call.name.empty()) line_["name"] = call.name;
    if (call.flops) line_["compute_flops_before"] = *call.flops;
    if (call.compute_bytes) line_["compute_bytes_before"] = *call.compute_bytes;
    if (call.compute_time) line_["compute_ps_before"] = call.compute_time->count();
    if (call.after) line_["after"] = *call.after;
  }

  const Log& log_;
  const LogClass& one_;
  Document line_;
  std::map<int, std::int64_t> issued_;
};

}  // namespace

void write_log(const Log& log, const std::string& folder) {
  base::require_new_folder(folder);
  const base::NewFolder made(folder);
  made.write(kManifest, show_manifest(log).dump() + "\n");
  for (const LogClass& one : log.classes) {
    LineWriter writer(log, one);
    std::string text;
    for (const LogCall& call : one.calls) text += writer.line(call);
    made.write(one.file, text);
  }
  made.complete();
}

}  // namespace jacquard::interop
