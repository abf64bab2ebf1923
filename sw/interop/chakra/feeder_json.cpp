// SPDX-License-Identifier: Apache-2.0
// As Chakra's own feeder takes it (mlcommons/chakra, src/feeder/json_node.cpp).
#include <algorithm>
#include <array>
#include <limits>
#include <string_view>
#include <utility>

#include "jacquard/interop/chakra/json_values.hpp"

namespace jacquard::interop {
namespace {

using config::Json;
using config::Place;
using Type = AttributeType;

constexpr const char* kGraph = "workload_graph";
constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();

// Keys that are no attributes have the type `none`. In the order of names.
struct Key {
  std::string_view name;
  Type type;
};
constexpr std::array<Key, 16> kKeys = {{{"Id", Type::none},
                                        {"Name", Type::none},
                                        {"NodeType", Type::none},
                                        {"comm_dst", Type::int32},
                                        {"comm_priority", Type::int32},
                                        {"comm_size", Type::int64},
                                        {"comm_src", Type::int32},
                                        {"comm_tag", Type::int32},
                                        {"comm_type", Type::int64},
                                        {"ctrlDeps", Type::none},
                                        {"data_deps", Type::none},
                                        {"is_cpu_op", Type::bool_},
                                        {"num_ops", Type::int64},
                                        {"pg_name", Type::string},
                                        {"runtime", Type::none},
                                        {"tensor_size", Type::uint64}}};
enum : std::size_t {
  kId,
  kName,
  kNodeType,
  kCommDst,
  kCommSize = kCommDst + 2,
  kCommSrc,
  kCommType = kCommSrc + 2,
  kCtrlDeps,
  kDataDeps,
  kIsCpuOp,
  kPgName = kIsCpuOp + 2,
  kRuntime,
};

// nlohmann's events.
class FeederReader {
 public:
  FeederReader(const std::string& source, std::size_t nodes) : source_(source) {
    trace_.source = source;
    trace_.nodes.reserve(nodes);
  }

  bool has_graph() const { return has_graph_; }
  ChakraTrace take() { return std::move(trace_); }

  bool null() { return put(nullptr); }
  bool boolean(bool v) { return put(v); }
  bool number_integer(Json::number_integer_t v) { return put(v); }
  bool number_unsigned(Json::number_unsigned_t v) {
    if (depth_ != kInIds || !in_graph_) return put(v);
    ids_->push_back(v);
    return true;
  }
  bool number_float(Json::number_float_t v, const std::string&) { return put(v); }
  bool string(std::string& v) { return put(std::move(v)); }
  bool binary(Json::binary_t&) { return false; }  // not in JSON text
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) {
    return false;
  }

  bool start_object(std::size_t) {
    if (depth_ != kInGraph || !in_graph_) return open(Json::object());
    trace_.nodes.emplace_back();
    seen_.fill(false);
    ++depth_;
    return true;
  }
  bool start_array(std::size_t) {
    const bool lists_ids = in_graph_ && depth_ == kInNode && is_ids();
    const bool is_graph = in_graph_ && depth_ == kInDocument;
    if (!lists_ids && !is_graph) return open(Json::array());
    if (lists_ids) ids_ = key_ == kCtrlDeps ? &node().ctrl_deps : &node().data_deps;
    ++depth_;
    return true;
  }
  bool end_array() { return close(); }
  bool end_object() {
    if (in_graph_ && depth_ == kInNode) end_node();
    return close();
  }

  // Ours begins otherwise.
  bool key(std::string& name) {
    if (depth_ == kInDocument) {
      in_graph_ = name == kGraph;
      if (in_graph_ && has_graph_) (Place{source_, ""} / kGraph).fail("each key once", "it again");
      has_graph_ = has_graph_ || in_graph_;
      return name != "nodes";
    }
    if (!in_graph_) return true;
    last_ = std::exchange(key_, after_[key_]);  // nodes have their keys in one order
    if (kKeys[key_].name != name) find_key(name);
    if (seen_[key_]) here().fail("each key once", "it again");
    seen_[key_] = true;
    return true;
  }

 private:
  void find_key(const std::string& name) {
    const auto* found =
        std::lower_bound(kKeys.begin(), kKeys.end(), name,
                         [](const Key& k, const std::string& text) { return k.name < text; });
    if (found == kKeys.end() || found->name != name) {
      std::vector<std::string> known;
      for (const Key& one : kKeys) known.emplace_back(one.name);
      require_keys(Json{{name, nullptr}}, known, node_place());
    }
    key_ = after_[last_] = static_cast<std::size_t>(found - kKeys.begin());
  }

  // How many objects and lists are open where a member stands of
  static constexpr int kInDocument = 1;  // the document,
  static constexpr int kInGraph = 2;     // the graph,
  static constexpr int kInNode = 3;      // a node,
  static constexpr int kInIds = 4;       // its list of ids.

  ChakraNode& node() { return trace_.nodes.back(); }
  bool is_attribute(std::size_t key) const { return seen_[key] && kKeys[key].type != Type::none; }
  bool is_ids() const { return key_ == kCtrlDeps || key_ == kDataDeps; }
  Place node_place() const { return Place{source_, ""} / kGraph / (trace_.nodes.size() - 1); }
  Place here() const {
    const Place place = node_place() / kKeys[key_].name;
    return depth_ == kInIds ? place / ids_->size() : place;
  }

  bool open(Json&& empty) {
    put(std::move(empty));
    ++depth_;
    return true;
  }
  bool close() {
    --depth_;
    return true;
  }

  bool put(Json&& value) {
    if (!in_graph_) return true;
    if (depth_ == kInDocument) {
      (Place{source_, ""} / kGraph).fail("a list of nodes", config::brief(value));
    }
    if (depth_ == kInGraph) {
      (Place{source_, ""} / kGraph / trace_.nodes.size()).fail("an object", config::brief(value));
    }
    if (depth_ == kInIds) unsigned_of(value, kMost, here());
    member(value);
    return true;
  }

  // Places are texts, so they are made for what is wrong alone.
  void member(Json& value) {
    const auto whole = [&](std::uint64_t most) {
      const bool fits = value.is_number_unsigned() && value.get<std::uint64_t>() <= most;
      return fits ? value.get<std::uint64_t>() : unsigned_of(value, most, here());
    };
    switch (key_) {
      case kId:
        node().id = whole(kMost);
        return;
      case kRuntime:
        node().duration_micros = whole(kMost);
        return;
      case kNodeType:
        node().type = static_cast<ChakraNodeType>(whole(kChakraNodeTypes - 1));
        return;
      case kName:
        if (!value.is_string()) text_of(value, here());
        node().name = std::move(value.get_ref<std::string&>());
        return;
      case kCtrlDeps:
      case kDataDeps:
        here().fail("a list of ids", config::brief(value));
      default:
        attribute(value, kKeys[key_].type);
    }
  }

  void attribute(const Json& value, Type type) {
    constexpr auto i32 = std::numeric_limits<std::int32_t>::max();
    constexpr auto i64 = std::numeric_limits<std::int64_t>::max();
    const auto most = static_cast<std::uint64_t>(type == Type::int32 ? i32 : i64);
    const bool is_whole = value.is_number_unsigned() && value.get<std::uint64_t>() <= most;
    if ((type == Type::int64 || type == Type::int32) && is_whole) {
      values_[key_] = value.get<std::int64_t>();
    } else if (type == Type::uint64 && is_whole) {
      values_[key_] = value.get<std::uint64_t>();
    } else if (type == Type::bool_ && value.is_boolean()) {
      values_[key_] = std::uint64_t{value.get<bool>()};
    } else if (type == Type::string && value.is_string()) {
      values_[key_] = value.get<std::string>();
    } else {
      values_[key_] = scalar_of(type, value, here());
    }
  }

  // A communication without any amount, as in Chakra's examples, is a computation of its recorded
  // time.
  void end_node() {
    for (const std::size_t must : {kId, kNodeType}) {
      if (!seen_[must]) node_place().fail("an \"" + std::string(kKeys[must].name) + "\"");
    }
    const bool says = seen_[kCommSize] || seen_[kCommType] || seen_[kCommSrc] || seen_[kCommDst];
    const bool unsays = node().type >= ChakraNodeType::comm_send && !says;
    const bool on_cpu = seen_[kIsCpuOp] && values_[kIsCpuOp] == AttributeScalar(std::uint64_t{1});
    auto& attributes = node().attributes;
    std::size_t said = unsays ? 1 : 0;
    for (std::size_t key = kCommDst; key < kKeys.size(); ++key) said += is_attribute(key);
    attributes.reserve(said);
    for (std::size_t key = kCommDst; key < kKeys.size(); ++key) {
      if (key == kPgName && unsays && !on_cpu) {
        attributes.push_back(
            {"occupies_nothing", "", static_cast<int>(Type::bool_), {std::uint64_t{1}}});
      }
      if (!is_attribute(key)) continue;
      attributes.push_back({std::string(kKeys[key].name),
                            "",
                            static_cast<int>(kKeys[key].type),
                            {std::move(values_[key])}});
    }
    if (!unsays) return;
    node().type = ChakraNodeType::comp;
    ++trace_.unsaid;
  }

  const std::string& source_;
  ChakraTrace trace_;
  int depth_ = 0;
  bool has_graph_ = false, in_graph_ = false;
  std::size_t key_ = 0, last_ = 0;
  std::array<std::size_t, kKeys.size()> after_ = {};  // the key that last came after each
  std::array<bool, kKeys.size()> seen_ = {};
  std::array<AttributeScalar, kKeys.size()> values_;
  std::vector<std::uint64_t>* ids_ = nullptr;
};

}  // namespace

std::optional<ChakraTrace> feeder_trace(const std::string& text, const std::string& source) {
  if (text.size() > kLargestTraceJson) return std::nullopt;
  std::size_t nodes = 0;
  constexpr std::string_view kEach = "\"NodeType\"";
  for (std::size_t at = 0; (at = text.find(kEach, at)) != text.npos; at += kEach.size()) ++nodes;
  if (nodes == 0 && text.find(kGraph) == text.npos) return std::nullopt;
  FeederReader reader(source, nodes);
  const bool is_json = Json::sax_parse(text.data(), text.data() + text.size(), &reader);
  if (!is_json || !reader.has_graph()) return std::nullopt;
  return reader.take();
}

}  // namespace jacquard::interop
