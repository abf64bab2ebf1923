// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <pugixml.hpp>

#include "jacquard/base/at.hpp"
#include "jacquard/rtl/interface.hpp"

namespace jacquard::rtl {
namespace {

using pugi::xml_node;

constexpr int kDeepest = 64;  // types within types

bool has_edge(const xml_node& item) {
  const std::string edge = item.attribute("edgeType").value();
  return edge == "POS" || edge == "NEG" || edge == "BOTH";
}

// Whether a block waits for an edge and assigns: one that only prints holds no state.
bool holds_state(const xml_node& block) {
  const auto assigns = [](const xml_node& node) {
    const std::string name = node.name();
    return name == "assigndly" || name == "assign";
  };
  return block.find_node(has_edge) && block.find_node(assigns);
}

// The data types of a design.
class Types {
 public:
  explicit Types(const pugi::xml_document& design) {
    for (const auto& found : design.select_nodes("//typetable//*[@id]")) {
      by_id_[found.node().attribute("id").value()] = found.node();
    }
  }

  xml_node named(const std::string& id) const {
    const auto found = by_id_.find(id);
    return found == by_id_.end() ? xml_node() : found->second;
  }

  Shape shape(const xml_node& type, int depth = 0) const {
    const std::string kind = type.name();
    if (depth > kDeepest) return {};
    if (kind == "basicdtype") {
      if (!type.attribute("left")) return Shape::bit();
      return Shape::vector({type.attribute("left").as_int(), type.attribute("right").as_int()});
    }
    const std::vector<xml_node> parts = parts_of(type);
    if (parts.empty()) return {};
    if (kind == "structdtype" || kind == "uniondtype") {
      Shape all{kind == "uniondtype" ? Shape::Kind::overlaid : Shape::Kind::members, {}, {}};
      for (const xml_node& part : parts) {
        all.parts.emplace_back(part.attribute("name").value(), shape(part, depth + 1));
      }
      return all;
    }
    const bool unpacked = kind == "unpackarraydtype";
    if (unpacked || kind == "packarraydtype") {
      const std::vector<long> bounds = bounds_of(type);
      if (bounds.size() < 2) return {};
      return Shape::array(unpacked ? Shape::Kind::unpacked : Shape::Kind::packed,
                          {static_cast<int>(bounds[0]), static_cast<int>(bounds[1])},
                          shape(parts[0], depth + 1));
    }
    const bool names_another =
        kind == "refdtype" || kind == "enumdtype" || kind == "constdtype" || kind == "memberdtype";
    return names_another ? shape(parts[0], depth + 1) : Shape{};
  }

 private:
  // The type that this one names, then those within it.
  std::vector<xml_node> parts_of(const xml_node& type) const {
    std::vector<xml_node> parts;
    if (const auto id = type.attribute("sub_dtype_id")) parts.push_back(named(id.value()));
    for (const xml_node& child : type.children()) {
      if (child.attribute("id")) parts.push_back(child);
    }
    return parts;
  }

  static std::vector<long> bounds_of(const xml_node& type) {
    std::vector<long> bounds;
    for (const xml_node& bound : type.child("range").children("const")) {
      bounds.push_back(number_of(bound.attribute("name").value(), 0));
    }
    return bounds;
  }

  std::map<std::string, xml_node> by_id_;
};

}  // namespace

long number_of(const std::string& text, long otherwise) {
  const std::size_t tick = text.find('\'');
  std::size_t digits = tick == text.npos ? 0 : tick + 1;
  int base = 10;
  if (tick != text.npos) {
    if (digits < text.size() && (text[digits] == 's' || text[digits] == 'S')) ++digits;
    const char letter = digits < text.size() ? text[digits++] : '?';
    base = letter == 'h' ? 16 : letter == 'b' ? 2 : letter == 'o' ? 8 : letter == 'd' ? 10 : 0;
  }
  if (base == 0 || digits >= text.size()) return otherwise;
  char* end = nullptr;
  const long value = std::strtol(text.c_str() + digits, &end, base);
  return *end == 0 ? value : otherwise;
}

std::vector<int> places_of(const Port& port) {
  int product = 1;
  for (const Range& range : port.ranges) product *= range.size();
  std::vector<int> places(static_cast<std::size_t>(port.width));
  for (int k = 0; k < port.width; ++k) {
    int place = k;
    if (product == port.width) {
      place = 0;
      int weight = 1, left = k;
      for (auto range = port.ranges.rbegin(); range != port.ranges.rend(); ++range) {
        const int digit = left % range->size();
        place += weight * (range->ascending() ? range->size() - 1 - digit : digit);
        weight *= range->size();
        left /= range->size();
      }
    }
    base::at(places, k) = place;
  }
  return places;
}

Port port_of(std::string name, std::string direction, Shape shape) {
  const int width = shape.kind == Shape::Kind::unpacked ? 0 : shape.bits();
  return {std::move(name), std::move(direction), width, shape.packed_ranges(), shape};
}

const Port* Interface::find(const std::string& name) const {
  for (const Port& port : ports) {
    if (port.name == name) return &port;
  }
  return nullptr;
}

Interface read_interface(std::string_view xml) {
  pugi::xml_document design;
  design.load_buffer(xml.data(), xml.size());
  const Types types(design);
  Interface found;
  for (const auto& block : design.select_nodes("//always")) {
    found.clocked = found.clocked || holds_state(block.node());
  }
  for (const auto& of_top : design.select_nodes("//module[@topModule='1']//var")) {
    const xml_node& var = of_top.node();
    const std::string name = var.attribute("name").value();
    if (var.attribute("param").as_bool()) {
      const auto value = var.select_node(".//const").node().attribute("name");
      if (value) found.parameters[name] = value.value();
    }
    if (!var.attribute("pinIndex")) continue;  // a function's arguments have directions too
    const xml_node type = types.named(var.attribute("dtype_id").value());
    found.ports.push_back(port_of(name, var.attribute("dir").value(), types.shape(type)));
  }
  return found;
}

}  // namespace jacquard::rtl
