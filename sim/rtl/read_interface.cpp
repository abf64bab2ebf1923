// SPDX-License-Identifier: Apache-2.0
// Just enough XML for what Verilator writes: one element after the other, their attributes, and how
// deep they are.
#include <algorithm>
#include <cstdlib>
#include <utility>

#include "jacquard/base/at.hpp"
#include "sim/rtl/interface.hpp"

namespace jacquard::rtl {
namespace {

struct Element {
  std::string name;
  std::map<std::string, std::string> attributes;
  bool opens = false;   // has children
  bool closes = false;  // is the end of one

  std::string get(const char* key) const {
    const auto found = attributes.find(key);
    return found == attributes.end() ? "" : found->second;
  }
};

std::string unescaped(std::string_view text) {
  static const std::pair<std::string_view, char> entities[] = {
      {"&apos;", '\''}, {"&quot;", '"'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}};
  std::string plain;
  while (!text.empty()) {
    std::size_t length = 1;
    char c = text.front();
    for (const auto& [entity, character] : entities) {
      if (text.substr(0, entity.size()) == entity) {
        length = entity.size();
        c = character;
      }
    }
    plain += c;
    text.remove_prefix(length);
  }
  return plain;
}

class Elements {
 public:
  explicit Elements(std::string_view xml) : rest_(xml) {}

  // False at the end.
  bool next(Element& element) {
    const std::size_t begin = rest_.find('<');
    const std::size_t end = rest_.find('>', begin == rest_.npos ? 0 : begin);
    if (begin == rest_.npos || end == rest_.npos) return false;
    parse(rest_.substr(begin + 1, end - begin - 1), element);
    rest_.remove_prefix(end + 1);
    return true;
  }

 private:
  static void parse(std::string_view tag, Element& element) {
    element = {};
    element.closes = !tag.empty() && tag.front() == '/';
    if (element.closes) tag.remove_prefix(1);
    const bool alone = !tag.empty() && (tag.back() == '/' || tag.back() == '?');
    element.opens = !element.closes && !alone && tag.substr(0, 1) != "!";
    const std::size_t name_end = tag.find_first_of(" /");
    element.name = tag.substr(0, name_end);
    while (name_end != tag.npos) {
      const std::size_t quote = tag.find('"');
      const std::size_t last = quote == tag.npos ? quote : tag.find('"', quote + 1);
      if (last == tag.npos) return;
      const std::size_t from = tag.rfind(' ', quote) + 1;
      element.attributes[std::string(tag.substr(from, quote - 1 - from))] =
          unescaped(tag.substr(quote + 1, last - quote - 1));
      tag.remove_prefix(last + 1);
    }
  }

  std::string_view rest_;
};

// A data type: its own bits, or those of the types it is made of, so many times.
struct Type {
  std::string kind;
  std::string left, right;
  std::vector<std::string> parts;  // ids; of a union, of which the widest counts
  std::vector<long> bounds;        // of a packed array
};

constexpr int kDeepest = 64;  // types within types

class Types {
 public:
  std::map<std::string, Type> all;

  // None unless it is a vector of bits, of however many dimensions.
  std::vector<Range> ranges(const std::string& id, int depth = 0) const {
    const auto found = all.find(id);
    if (found == all.end() || depth > kDeepest) return {};
    const Type& type = found->second;
    if (type.kind == "basicdtype" && !type.left.empty()) {
      return {{std::atoi(type.left.c_str()), std::atoi(type.right.c_str())}};
    }
    if (type.parts.empty()) return {};
    if (type.kind == "refdtype" || type.kind == "constdtype") {
      return ranges(type.parts[0], depth + 1);
    }
    if (type.kind != "packarraydtype" || type.bounds.size() < 2) return {};
    std::vector<Range> all_of{{static_cast<int>(type.bounds[0]), static_cast<int>(type.bounds[1])}};
    const std::vector<Range> inner = ranges(type.parts[0], depth + 1);
    all_of.insert(all_of.end(), inner.begin(), inner.end());
    return all_of;
  }

  int width(const std::string& id, int depth = 0) const {
    const auto found = all.find(id);
    if (found == all.end() || depth > kDeepest) return 0;
    const Type& type = found->second;
    if (type.kind == "basicdtype") {
      return type.left.empty() ? 1
                               : span(std::atol(type.left.c_str()), std::atol(type.right.c_str()));
    }
    if (type.kind == "refdtype" || type.kind == "enumdtype" || type.kind == "constdtype") {
      return type.parts.empty() ? 0 : width(type.parts[0], depth + 1);
    }
    if (type.kind == "memberdtype") return type.parts.empty() ? 0 : width(type.parts[0], depth + 1);
    if (type.kind == "packarraydtype") {
      if (type.parts.empty() || type.bounds.size() < 2) return 0;
      return width(type.parts[0], depth + 1) * span(type.bounds[0], type.bounds[1]);
    }
    if (type.kind == "structdtype" || type.kind == "uniondtype") {
      int sum = 0, widest = 0;
      for (const std::string& part : type.parts) {
        const int bits = width(part, depth + 1);
        if (bits == 0) return 0;
        sum += bits;
        widest = std::max(widest, bits);
      }
      return type.kind == "structdtype" ? sum : widest;
    }
    return 0;
  }

 private:
  static int span(long left, long right) {
    return static_cast<int>(left > right ? left - right : right - left) + 1;
  }
};

bool is_type(const std::string& name) {
  return name.size() > 5 && name.compare(name.size() - 5, 5, "dtype") == 0;
}

Types read_types(std::string_view xml) {
  Types types;
  std::vector<std::string> open;  // ids of the types around
  Elements elements(xml);
  for (Element element; elements.next(element);) {
    if (is_type(element.name)) {
      if (element.closes) {
        if (!open.empty()) open.pop_back();
        continue;
      }
      const std::string id = element.get("id");
      Type& type = types.all[id];
      type.kind = element.name;
      type.left = element.get("left");
      type.right = element.get("right");
      if (!element.get("sub_dtype_id").empty()) type.parts.push_back(element.get("sub_dtype_id"));
      if (!open.empty()) types.all[open.back()].parts.push_back(id);
      if (element.opens) open.push_back(id);
    } else if (element.name == "const" && !element.closes && !open.empty()) {
      types.all[open.back()].bounds.push_back(number_of(element.get("name"), 0));
    }
  }
  return types;
}

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

const Port* Interface::find(const std::string& name) const {
  for (const Port& port : ports) {
    if (port.name == name) return &port;
  }
  return nullptr;
}

Interface read_interface(std::string_view xml) {
  const Types types = read_types(xml);
  Interface found;
  bool in_top = false;
  bool waits_for_edge = false;
  std::string parameter;  // the one whose value comes next
  Elements elements(xml);
  for (Element element; elements.next(element);) {
    // A block that waits for an edge and only prints holds no state.
    if (element.name == "always") waits_for_edge = false;
    if (element.name == "senitem") {
      const std::string edge = element.get("edgeType");
      waits_for_edge = waits_for_edge || edge == "POS" || edge == "NEG" || edge == "BOTH";
    }
    const bool assigns = element.name == "assigndly" || element.name == "assign";
    found.clocked = found.clocked || (waits_for_edge && assigns);
    if (element.name == "module") in_top = !element.closes && element.get("topModule") == "1";
    if (!in_top) continue;
    if (element.name == "var") {
      parameter.clear();
      if (element.closes) continue;
      if (element.get("param") == "true") parameter = element.get("name");
      if (element.get("pinIndex").empty()) continue;  // a function's arguments have directions too
      const std::string type = element.get("dtype_id");
      found.ports.push_back(
          {element.get("name"), element.get("dir"), types.width(type), types.ranges(type)});
    } else if (element.name == "const" && !parameter.empty()) {
      found.parameters[parameter] = element.get("name");
      parameter.clear();
    }
  }
  return found;
}

}  // namespace jacquard::rtl
