// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/chakra/trace.hpp"

#include <algorithm>
#include <tuple>

#include "jacquard/base/file.hpp"
#include "jacquard/config/json_reader.hpp"
#include "jacquard/interop/chakra/check.hpp"

namespace jacquard::interop {
namespace {

bool same(const ChakraTensors& a, const ChakraTensors& b) {
  return std::tie(a.values, a.shapes, a.types) == std::tie(b.values, b.shapes, b.types);
}

bool same(const ChakraNode& a, const ChakraNode& b) {
  return std::tie(a.id, a.name, a.type, a.ctrl_deps, a.data_deps, a.start_micros, a.duration_micros,
                  a.attributes) == std::tie(b.id, b.name, b.type, b.ctrl_deps, b.data_deps,
                                            b.start_micros, b.duration_micros, b.attributes) &&
         same(a.inputs, b.inputs) && same(a.outputs, b.outputs);
}

}  // namespace

const char* name_of(ChakraNodeType type) {
  switch (type) {
    case ChakraNodeType::invalid:
      return "INVALID";
    case ChakraNodeType::metadata:
      return "METADATA";
    case ChakraNodeType::mem_load:
      return "MEM_LOAD";
    case ChakraNodeType::mem_store:
      return "MEM_STORE";
    case ChakraNodeType::comp:
      return "COMP";
    case ChakraNodeType::comm_send:
      return "COMM_SEND";
    case ChakraNodeType::comm_recv:
      return "COMM_RECV";
    case ChakraNodeType::comm_coll:
      return "COMM_COLL";
  }
  return "INVALID";
}

const char* name_of(ChakraCollective collective) {
  switch (collective) {
    case ChakraCollective::all_reduce:
      return "ALL_REDUCE";
    case ChakraCollective::reduce:
      return "REDUCE";
    case ChakraCollective::all_gather:
      return "ALL_GATHER";
    case ChakraCollective::gather:
      return "GATHER";
    case ChakraCollective::scatter:
      return "SCATTER";
    case ChakraCollective::broadcast:
      return "BROADCAST";
    case ChakraCollective::all_to_all:
      return "ALL_TO_ALL";
    case ChakraCollective::reduce_scatter:
      return "REDUCE_SCATTER";
    case ChakraCollective::reduce_scatter_block:
      return "REDUCE_SCATTER_BLOCK";
    case ChakraCollective::barrier:
      return "BARRIER";
  }
  return "ALL_REDUCE";
}

bool operator==(const ChakraTrace& a, const ChakraTrace& b) {
  return a.metadata.version == b.metadata.version &&
         a.metadata.attributes == b.metadata.attributes &&
         std::equal(a.nodes.begin(), a.nodes.end(), b.nodes.begin(), b.nodes.end(),
                    [](const ChakraNode& x, const ChakraNode& y) { return same(x, y); });
}

std::string describe(const ChakraNode& node) {
  constexpr std::size_t longest = 60;
  const bool cut = node.name.size() > longest;
  const std::string name = cut ? node.name.substr(0, longest) + "..." : node.name;
  return "node " + std::to_string(node.id) + " (" + config::brief(name) + ")";
}

// '{' and a line feed also open a binary trace whose metadata are 123 bytes; a key never follows.
bool begins_as_json(const std::string& text) {
  const std::size_t brace = text.find_first_not_of(" \t\r\n");
  if (brace == std::string::npos || text[brace] != '{') return false;
  const std::size_t key = text.find_first_not_of(" \t\r\n", brace + 1);
  return key != std::string::npos && (text[key] == '"' || text[key] == '}');
}

std::string schema_of(const ChakraTrace& trace) {
  if (!trace.metadata.version.empty()) return trace.metadata.version;
  for (const ChakraAttribute& attribute : trace.metadata.attributes) {
    if (attribute.name != "schema" || attribute.values.size() != 1) continue;
    const auto* text = std::get_if<std::string>(&attribute.values.front());
    if (text != nullptr) return *text;
  }
  return "";
}

ChakraTrace parse_checked(const std::string& contents, const std::string& source) {
  ChakraTrace trace = begins_as_json(contents) ? parse_chakra_json(contents, source)
                                               : parse_chakra(contents, source);
  leave_out_lost_parents(trace);
  check_trace(trace);
  return trace;
}

ChakraTrace read_chakra(const std::string& path) {
  return parse_checked(base::read_file(path), path);
}

}  // namespace jacquard::interop
