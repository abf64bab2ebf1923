// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/kineto/call.hpp"

#include <algorithm>
#include <cctype>
#include <map>

#include "jacquard/config/codec.hpp"
#include "jacquard/interop/log/call.hpp"

namespace jacquard::interop {
namespace {

using config::Json;
using config::Place;

struct Kind {
  ChakraNodeType type;
  ChakraCollective collective;
  bool nearest = false;
};

// "_all_gather_base" is "allgatherbase".
std::string letters_of(const std::string& name) {
  std::string letters;
  for (const char c : name) {
    if (std::isalpha(static_cast<unsigned char>(c)) != 0) {
      letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  return letters;
}

std::optional<Kind> kind_of(const std::string& name) {
  using C = ChakraCollective;
  constexpr auto coll = ChakraNodeType::comm_coll;
  const std::string letters = letters_of(name);
  const std::map<std::string, Kind> whole = {{"send", {ChakraNodeType::comm_send, C::all_reduce}},
                                             {"recv", {ChakraNodeType::comm_recv, C::all_reduce}},
                                             {"barrier", {coll, C::all_reduce, true}},
                                             {"reduce", {coll, C::all_reduce, true}},
                                             {"reduceoop", {coll, C::all_reduce, true}},
                                             {"gather", {coll, C::all_gather, true}},
                                             {"scatter", {coll, C::broadcast, true}}};
  const auto known = whole.find(letters);
  if (known != whole.end()) return known->second;
  for (const auto& [part, collective] : {std::pair("allreduce", C::all_reduce),
                                         {"allgather", C::all_gather},
                                         {"reducescatter", C::reduce_scatter},
                                         {"alltoall", C::all_to_all},
                                         {"broadcast", C::broadcast}}) {
    if (letters.find(part) != std::string::npos) return Kind{coll, collective};
  }
  return std::nullopt;
}

std::int64_t bytes_of_element(const Json& dtype, const Place& place) {
  static const std::map<std::string, std::string> torch_names = {
      {"float", "float32"}, {"double", "float64"}, {"half", "float16"}, {"byte", "uint8"},
      {"char", "int8"},     {"short", "int16"},    {"int", "int32"},    {"long", "int64"}};
  std::string name = dtype.is_string() ? dtype.get<std::string>() : "";
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto other = torch_names.find(name);
  const auto bytes = bytes_of_dtype(other == torch_names.end() ? name : other->second);
  if (!bytes) place.fail("a type of torch, such as Float or BFloat16", config::brief(dtype));
  return *bytes;
}

std::int64_t elements(const Json& args, const char* key, const Place& place) {
  constexpr std::int64_t kMost = std::int64_t{1} << 48;
  const auto found = args.find(key);
  if (found == args.end()) return 0;
  return config::read_whole_number(*found, 0, kMost, "a number of elements", place / key);
}

}  // namespace

bool is_nccl_kernel(const std::string& name) {
  return name.rfind("ncclDevKernel", 0) == 0 || name.rfind("ncclKernel", 0) == 0;
}

std::optional<SaidCall> said_call(const Json& args, const Place& place) {
  const auto name = args.find("Collective name");
  if (name == args.end() || !name->is_string()) return std::nullopt;
  const auto kind = kind_of(name->get<std::string>());
  if (!kind || args.count("In msg nelems") == 0 || args.count("dtype") == 0) return std::nullopt;
  SaidCall said;
  said.nearest = kind->nearest;
  said.call.type = kind->type;
  said.call.kind = kind->collective;
  std::int64_t count = elements(args, "In msg nelems", place);
  if (kind->type != ChakraNodeType::comm_coll) {
    count = std::max(count, elements(args, "Out msg nelems", place));
    const char* const key = kind->type == ChakraNodeType::comm_send ? "Dst Rank" : "Src Rank";
    const auto peer = args.find(key);
    if (peer == args.end()) return std::nullopt;
    constexpr int kMostRanks = 1 << 24;
    said.call.peer =
        static_cast<int>(config::read_whole_number(*peer, 0, kMostRanks, "a rank", place / key));
  }
  const std::int64_t bytes = count * bytes_of_element(args["dtype"], place / "dtype");
  said.call.bytes = std::max<std::int64_t>(bytes, 1);
  return said;
}

}  // namespace jacquard::interop
