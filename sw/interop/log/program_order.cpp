// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/log/program_order.hpp"

#include <algorithm>

namespace jacquard::interop {
namespace {

using Ids = std::vector<std::uint64_t>;

bool has(const Ids& ids, std::uint64_t id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

std::string stream_of(const LogCall& call) {
  return call.stream.empty() ? ProgramOrder::line_of(call) : call.stream;
}

}  // namespace

std::string ProgramOrder::line_of(const LogCall& call) {
  if (!is_message(call.op)) return "\ngroup " + std::to_string(call.group);
  return (call.op == LogOp::send ? "\nto " : "\nfrom ") + std::to_string(call.peer);
}

Ids ProgramOrder::Before::all() const {
  Ids ids = data;
  ids.insert(ids.end(), control.begin(), control.end());
  std::sort(ids.begin(), ids.end());
  return ids;
}

std::uint64_t ProgramOrder::last(const Streams& streams, const std::string& name) {
  const auto found = streams.find(name);
  return found == streams.end() ? kNone : found->second;
}

ProgramOrder::Before ProgramOrder::of_computation(const std::string& stream) const {
  Before before;
  if (!stream.empty()) {
    const std::uint64_t own = last(last_on_host_, stream);
    if (own != kNone) before.control = {own};
    return before;
  }
  before.data = held_;
  if (computation_ != kNone) before.control = {computation_};
  return before;
}

// A call that is held up already waits for the computation before it.
Ids ProgramOrder::computed_before() const {
  Ids ids = held_;
  const bool covered = std::any_of(held_.begin(), held_.end(), [this](std::uint64_t id) {
    return has(calls_.at(id).before, computation_);
  });
  if (computation_ != kNone && !covered) ids.push_back(computation_);
  std::sort(ids.begin(), ids.end());
  return ids;
}

ProgramOrder::Before ProgramOrder::of_call(const LogCall& call) const {
  Before before;
  if (!call.detached) before.data = computed_before();
  const std::uint64_t of_stream = last(last_of_stream_, stream_of(call));
  const std::uint64_t of_group = last(last_of_group_, line_of(call));
  if (of_stream != kNone && !has(before.data, of_stream)) before.control.push_back(of_stream);
  const bool other_stream = of_group != kNone && calls_.at(of_group).stream != stream_of(call);
  if (other_stream && of_group != of_stream && !has(before.data, of_group)) {
    before.control.push_back(of_group);
  }
  return before;
}

void ProgramOrder::computed(const std::string& stream, std::uint64_t id) {
  if (!stream.empty()) {
    last_on_host_[stream] = id;
    return;
  }
  computation_ = id;
  held_.clear();
}

void ProgramOrder::called(const LogCall& call, std::uint64_t id, Ids before) {
  last_of_stream_[stream_of(call)] = id;
  last_of_group_[line_of(call)] = id;
  calls_[id] = {stream_of(call), std::move(before)};
  if (!call.async) waited(id);
}

void ProgramOrder::waited(std::uint64_t id) {
  const Ids& before = calls_.at(id).before;
  held_.erase(std::remove_if(held_.begin(), held_.end(),
                             [&](std::uint64_t held) { return held == id || has(before, held); }),
              held_.end());
  held_.insert(std::upper_bound(held_.begin(), held_.end(), id), id);
}

}  // namespace jacquard::interop
