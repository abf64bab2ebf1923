// SPDX-License-Identifier: Apache-2.0
// A Chakra execution trace (MLCommons, et_def.proto of schema 0.0.4 and 1.0.0): what one rank
// computes and says to others, as a graph. A value type; reading, checking and writing stand beside
// it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/interop/chakra/attribute.hpp"

namespace jacquard::interop {

// The numbers are those of the format.
enum class ChakraNodeType : int {
  invalid = 0,
  metadata = 1,
  mem_load = 2,
  mem_store = 3,
  comp = 4,
  comm_send = 5,
  comm_recv = 6,
  comm_coll = 7,
};
inline constexpr int kChakraNodeTypes = 8;

// What the attribute comm_type of a comm_coll node says.
enum class ChakraCollective : int {
  all_reduce = 0,
  reduce = 1,
  all_gather = 2,
  gather = 3,
  scatter = 4,
  broadcast = 5,
  all_to_all = 6,
  reduce_scatter = 7,
  reduce_scatter_block = 8,
  barrier = 9,
};
inline constexpr int kChakraCollectives = 10;

const char* name_of(ChakraNodeType type);          // "COMM_COLL"
const char* name_of(ChakraCollective collective);  // "ALL_REDUCE"

// What went in or came out, as the tool that recorded it wrote it (JSON texts of PyTorch).
struct ChakraTensors {
  std::string values;
  std::string shapes;
  std::string types;
};

struct ChakraNode {
  std::uint64_t id = 0;
  std::string name;
  ChakraNodeType type = ChakraNodeType::invalid;
  std::vector<std::uint64_t> ctrl_deps;  // ids of nodes that must end before this one begins
  std::vector<std::uint64_t> data_deps;  // likewise
  std::uint64_t start_micros = 0;
  std::uint64_t duration_micros = 0;  // as measured; 0 where it was not
  ChakraTensors inputs;
  ChakraTensors outputs;
  std::vector<ChakraAttribute>
      attributes;          // the readers sort them by name; each name is there once
  std::size_t offset = 0;  // of its message in the file, for errors; not part of its value
};

struct ChakraMetadata {
  std::string version;
  std::vector<ChakraAttribute> attributes;
};

struct ChakraTrace {
  std::string source;  // the file, for errors; not part of its value
  ChakraMetadata metadata;
  std::vector<ChakraNode> nodes;
  // What was read otherwise than the file has it; not part of its value: control dependencies on
  // nodes that are not there (check.hpp), and communications of the feeder's form without amounts.
  std::int64_t lost_parents = 0;
  std::int64_t unsaid = 0;
};

// The version of its schema: "1.0.0", or as PyTorch's converter has it, "1.1.1-chakra.0.0.4".
std::string schema_of(const ChakraTrace& trace);

// The same contents; where they were read from does not count.
bool operator==(const ChakraTrace& a, const ChakraTrace& b);

// "node 7 (\"all-reduce of layer 3\")", cut to a readable length.
std::string describe(const ChakraNode& node);

// A binary .et file's contents. Throws ConfigError naming the byte where it stops making sense, the
// node it belongs to, and what was expected. The graph is not looked at: see check.hpp.
ChakraTrace parse_chakra(const std::string& bytes, const std::string& source);
std::string write_chakra(const ChakraTrace& trace);

// The same as a JSON document (docs/interop.md), both ways without loss. Also
// read is the form of Chakra's own feeder, {"workload_graph": [{"Id": 3, "NodeType": 4, ...}]}.
ChakraTrace parse_chakra_json(const std::string& text, const std::string& source);
std::string write_chakra_json(const ChakraTrace& trace);

// Whether a text begins as a JSON form does rather than as a binary file.
bool begins_as_json(const std::string& text);
// Any form, told apart by how it begins, with its graph checked (check.hpp).
ChakraTrace parse_checked(const std::string& contents, const std::string& source);
// Likewise of a file.
ChakraTrace read_chakra(const std::string& path);

}  // namespace jacquard::interop
