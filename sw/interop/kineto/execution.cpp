// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/kineto/execution.hpp"

#include <algorithm>
#include <utility>

#include "jacquard/config/json_list.hpp"
#include "jacquard/config/place.hpp"
#include "jacquard/demand/gunzip.hpp"

namespace jacquard::interop {
namespace {

using config::Json;

constexpr std::pair<const char*, const char*> kArguments[] = {  // of a node, and of a kernel
    {"collective_name", "Collective name"},
    {"in_msg_nelems", "In msg nelems"},
    {"out_msg_nelems", "Out msg nelems"},
    {"dtype", "dtype"},
    {"pg_name", "Process Group Name"},
    {"pg_desc", "Process Group Description"},
    {"pg_size", "Group size"},
    {"global_rank_start", "Global rank start"},
    {"global_rank_stride", "Global rank stride"}};

// A tensor is [id, storage, offset, elements, bytes of an element, device].
void add_tensors(const Json& value, std::vector<std::int64_t>& storages, std::int64_t& bytes) {
  constexpr std::int64_t kMost = std::int64_t{1} << 48;
  if (!value.is_array()) return;
  const bool is_tensor = value.size() == 6 && value[5].is_string() && value[1].is_number_integer();
  if (!is_tensor) {
    for (const Json& inner : value) add_tensors(inner, storages, bytes);
    return;
  }
  storages.push_back(value[1].get<std::int64_t>());
  if (!value[3].is_number_integer() || !value[4].is_number_integer()) return;
  const auto count = value[3].get<std::int64_t>(), size = value[4].get<std::int64_t>();
  if (count > 0 && size > 0 && size <= 16 && count <= (kMost - bytes) / size) bytes += count * size;
}

// Schemas before 1.1 say a collective by its inputs alone: tensors, number, group, rank, name,
// splits, and the first rank, stride and size of the group.
Json call_of(const Json& inputs, std::int64_t bytes) {
  Json call = {{"In msg nelems", bytes}, {"dtype", "byte"}};
  for (const Json& value : inputs) {
    if (value.is_string()) call["Collective name"] = value;
    const bool is_group = value.is_array() && !value.empty() && value[0].is_string();
    if (is_group) call["Process Group Name"] = value[0];
    if (is_group && value.size() > 1) call["Process Group Description"] = value[1];
  }
  const std::size_t count = inputs.size();
  for (std::size_t i = 0; count >= 3 && i < 3; ++i) {
    const Json& value = inputs[count - 3 + i];
    if (value.is_number_integer()) call[kArguments[i == 2 ? 6 : 7 + i].second] = value;
  }
  return call;
}

const Json& values_of(const Json& node, const char* side) {
  static const Json none = Json::array();
  const auto found = node.find(side);
  if (found == node.end() || !found->is_object()) return none;
  const auto values = found->find("values");
  return values != found->end() && values->is_array() ? *values : none;
}

void add(const Json& node, ExecutionTrace& trace) {
  Json rf_id = node.value("rf_id", Json()), call = Json::object();
  const auto attrs = node.find("attrs");
  if (attrs != node.end() && attrs->is_array()) {
    for (const Json& attr : *attrs) {
      if (!attr.is_object()) continue;
      const Json name = attr.value("name", Json()), value = attr.value("value", Json());
      if (name == "rf_id") rf_id = value;
      for (const auto& [own, kernels] : kArguments) {
        if (name == own) call[kernels] = value;
      }
    }
  }
  if (!rf_id.is_number_integer() || rf_id.get<std::int64_t>() <= 0) return;
  ExecutedOp op;
  std::int64_t bytes = 0, unused = 0;
  add_tensors(values_of(node, "inputs"), op.reads, bytes);
  if (node.value("name", Json()) == "record_param_comms") {
    op.call = call.contains("Collective name") ? call : call_of(values_of(node, "inputs"), bytes);
    add_tensors(values_of(node, "outputs"), op.writes, unused);
    if (op.writes.empty()) op.writes = op.reads;  // in place
  }
  trace.ops.emplace(rf_id.get<std::int64_t>(), std::move(op));
}

}  // namespace

bool is_execution_trace(const std::string& path) {
  const demand::Input input = demand::file_input(path);
  const auto read = demand::unpack_gzip(input.open(), path);
  std::string head(std::size_t{1} << 12, '\0');
  head.resize(read(head.data(), head.size()));
  return head.find("\"schema\"") != head.npos && head.find("\"nodes\"") != head.npos &&
         head.find("\"traceEvents\"") == head.npos;
}

ExecutionTrace read_execution_trace(const std::string& path) {
  ExecutionTrace trace;
  trace.source = path;
  const demand::Input input = demand::file_input(path);
  const Json rest =
      config::read_json_list(demand::unpack_gzip(input.open(), path), path, "nodes",
                             {[](const std::string&, const std::string&) { return true; },
                              [&](const Json& node, std::size_t) { add(node, trace); }});
  const auto process = rest.find("pid");
  if (process != rest.end() && process->is_number_integer()) {
    trace.process = process->get<std::int64_t>();
  }
  return trace;
}

}  // namespace jacquard::interop
