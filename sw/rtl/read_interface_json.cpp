// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "jacquard/rtl/interface.hpp"

namespace jacquard::rtl {
namespace {

using nlohmann::json;

constexpr int kDeepest = 64;  // types within types

std::string text_of(const json& node, const char* key) {
  const auto found = node.find(key);
  return found != node.end() && found->is_string() ? found->get<std::string>() : std::string();
}

bool is(const json& node, const char* type) { return text_of(node, "type") == type; }

// Calls `visit` for a node and all below it; a node whose visit says false is not gone into.
template <class Visit>
void walk(const json& node, const Visit& visit) {
  if (node.is_object() && !visit(node)) return;
  if (!node.is_structured()) return;
  for (const json& child : node) walk(child, visit);
}

// "3:0", or "[3:0]".
std::vector<Range> range_in(const std::string& text) {
  Range range;
  const char* from = text.c_str() + (text.rfind('[', 0) == 0 ? 1 : 0);
  if (std::sscanf(from, "%d:%d", &range.left, &range.right) != 2) return {};
  return {range};
}

// The data types of a design.
class Types {
 public:
  explicit Types(const json& design) {
    walk(design, [this](const json& node) {
      const std::string type = text_of(node, "type"), address = text_of(node, "addr");
      constexpr const char* kEnd = "DTYPE";
      const bool is_type = type.size() > 5 && type.compare(type.size() - 5, 5, kEnd) == 0;
      if (is_type && !address.empty()) by_address_[address] = &node;
      return true;
    });
  }

  const json& named(const std::string& address) const {
    static const json kNone = json::object();
    const auto found = by_address_.find(address);
    return found == by_address_.end() ? kNone : *found->second;
  }

  Shape shape(const json& type, int depth = 0) const {
    if (depth > kDeepest) return {};
    if (is(type, "BASICDTYPE")) {
      const std::vector<Range> range = range_in(text_of(type, "range"));
      return range.empty() ? Shape::bit() : Shape::vector(range[0]);
    }
    if (is(type, "STRUCTDTYPE") || is(type, "UNIONDTYPE")) {
      Shape all{is(type, "UNIONDTYPE") ? Shape::Kind::overlaid : Shape::Kind::members, {}, {}};
      const auto members = type.find("membersp");
      if (members == type.end()) return {};
      for (const json& member : *members) {
        all.parts.emplace_back(text_of(member, "name"), shape(member, depth + 1));
      }
      return all;
    }
    const bool unpacked = is(type, "UNPACKARRAYDTYPE");
    const bool is_array = unpacked || is(type, "PACKARRAYDTYPE");
    const bool names_another = is(type, "REFDTYPE") || is(type, "ENUMDTYPE") ||
                               is(type, "CONSTDTYPE") || is(type, "MEMBERDTYPE");
    if (!is_array && !names_another) return {};
    const Shape within = shape(named(text_of(type, "refDTypep")), depth + 1);
    if (names_another) return within;
    const std::vector<Range> range = range_in(text_of(type, "declRange"));
    if (range.empty()) return {};
    return Shape::array(unpacked ? Shape::Kind::unpacked : Shape::Kind::packed, range[0], within);
  }

 private:
  std::map<std::string, const json*> by_address_;
};

// Whether a block waits for an edge and assigns: one that only prints holds no state.
bool holds_state(const json& block) {
  bool edge = false, assigns = false;
  walk(block, [&](const json& node) {
    const std::string at = text_of(node, "edgeType");
    edge = edge || at == "POS" || at == "NEG" || at == "BOTH";
    assigns = assigns || is(node, "ASSIGNDLY") || is(node, "ASSIGN");
    return true;
  });
  return edge && assigns;
}

// 1 of the top module or, beside a wrapper that is not written, 2; 0 of what is no module of a
// design.
int level_of(const json& module) {
  const auto found = module.find("level");
  return found != module.end() && found->is_number_integer() ? found->get<int>() : 0;
}

void read_variable(const json& variable, const Types& types, Interface& found) {
  const std::string name = text_of(variable, "name");
  if (text_of(variable, "varType") == "GPARAM") {
    bool known = false;
    walk(variable, [&](const json& node) {
      if (is(node, "CONST") && !known) {
        found.parameters[name] = text_of(node, "name");
        known = true;
      }
      return true;
    });
  }
  std::string direction = text_of(variable, "direction");
  if (direction != "INPUT" && direction != "OUTPUT" && direction != "INOUT") return;
  std::transform(direction.begin(), direction.end(), direction.begin(),
                 [](char c) { return static_cast<char>(c - 'A' + 'a'); });
  found.ports.push_back(
      port_of(name, direction, types.shape(types.named(text_of(variable, "dtypep")))));
}

}  // namespace

Interface read_interface_json(std::string_view tree) {
  const json design = json::parse(tree, nullptr, false);
  Interface found;
  if (design.is_discarded()) return found;
  const Types types(design);
  const json* top = nullptr;
  walk(design, [&](const json& node) {
    found.clocked = found.clocked || (is(node, "ALWAYS") && holds_state(node));
    const bool is_above =
        is(node, "MODULE") && level_of(node) > 0 && (!top || level_of(node) < level_of(*top));
    if (is_above) top = &node;
    return true;
  });
  if (top == nullptr || !top->contains("stmtsp")) return found;
  for (const json& statement : top->at("stmtsp")) {
    if (is(statement, "VAR")) read_variable(statement, types, found);
  }
  return found;
}

}  // namespace jacquard::rtl
