// SPDX-License-Identifier: Apache-2.0
#include "jacquard/topology/infragraph.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "jacquard/base/parse_number.hpp"
#include "jacquard/config/codec.hpp"

namespace jacquard::topology {
namespace {

using config::Json;
using config::Place;
using Paths = std::vector<std::string>;

struct Component {
  std::string name;
  int count = 0;
  std::string type;  // "device" where it is one itself
};

struct NamedEdge {
  std::string a;
  std::string b;
  LinkDefaults wire;
  Place place;
};

struct Device {
  std::vector<Component> components;
  std::vector<NamedEdge> edges;
  Place place;
};

std::string text_at(const Json& json, const char* key, const Place& place) {
  const auto found = json.find(key);
  if (found == json.end() || !found->is_string()) {
    (place / key).fail("a text", found == json.end() ? "nothing" : config::brief(*found));
  }
  return found->get<std::string>();
}

const Json& list_at(const Json& json, const char* key, const Place& place) {
  static const Json none = Json::array();
  const auto found = json.find(key);
  if (found == json.end() || found->is_null()) return none;
  if (!found->is_array()) (place / key).fail("a list", config::brief(*found));
  for (std::size_t i = 0; i < found->size(); ++i) {
    if (!(*found)[i].is_object()) (place / key / i).fail("an object", config::brief((*found)[i]));
  }
  return *found;
}

int count_at(const Json& json, const Place& place) {
  const auto found = json.find("count");
  if (found == json.end()) return 1;
  return static_cast<int>(config::read_whole_number(
      *found, 0, UserGraph::kMostNodes, config::whole_number_expected(0, UserGraph::kMostNodes),
      place / "count"));
}

// "nic[0:4:2]": a name, and which of its `count` places.
struct Slice {
  std::string name;
  std::string places;  // between the brackets
  bool all = true;
};

Slice slice_of(const std::string& text, const Place& place) {
  const std::size_t open = text.find('[');
  if (open == std::string::npos) return {text, "", true};
  if (text.back() != ']') place.fail("name[first:last:step]", "'" + text + "'");
  return {text.substr(0, open), text.substr(open + 1, text.size() - open - 2), false};
}

std::vector<int> places_of(const Slice& slice, int count, const Place& place) {
  int part[3] = {0, count, 1};
  const bool one = slice.places.find(':') == std::string::npos;
  std::size_t begin = 0;
  for (int k = 0; k < 3 && !slice.all && begin <= slice.places.size(); ++k) {
    const std::size_t end = std::min(slice.places.find(':', begin), slice.places.size());
    const std::string word = slice.places.substr(begin, end - begin);
    begin = end + 1;
    if (word.empty()) continue;
    const auto value = base::parse_number<int>(word);
    if (!value || *value < (k == 2 ? 1 : 0) || *value > (k == 2 ? 65'536 : count)) {
      place.fail(slice.name + "[...] within its " + std::to_string(count), "'" + word + "'");
    }
    part[k] = *value;
    if (one) part[1] = *value + 1;
  }
  if (!slice.all && one && (slice.places.empty() || part[0] >= count)) {
    place.fail(slice.name + "[...] within its " + std::to_string(count), "[" + slice.places + "]");
  }
  std::vector<int> places;
  for (int i = part[0]; i < part[1]; i += part[2]) places.push_back(i);
  return places;
}

class Reader {
 public:
  Reader(const LinkDefaults& defaults) : defaults_(defaults) {}

  GraphPlan plan(const Json& json, const Place& place) {
    for (std::size_t i = 0; i < list_at(json, "devices", place).size(); ++i) {
      read_device(json["devices"][i], place / "devices" / i);
    }
    for (auto& [name, device] : devices_) {
      const Json& source = *json_of_[name];
      device.edges = edges(
          source, wires(source, device.place), device.place,
          [&, key = name](const Json& end, const Place& at) { return device_paths(key, end, at); });
    }
    const Json& instances = list_at(json, "instances", place);
    for (std::size_t i = 0; i < instances.size(); ++i) {
      read_instance(instances[i], place / "instances" / i);
    }
    const auto outer = edges(json, wires(json, place), place,
                             [&](const Json& end, const Place& at) { return paths(end, at); });
    for (const NamedEdge& edge : outer) join("", edge);
    if (npus_.empty()) (place / "devices").fail("components of choice xpu, our NPUs", "none");
    return finish();
  }

 private:
  void read_device(const Json& json, const Place& place) {
    const std::string name = text_at(json, "name", place);
    Device device;
    device.place = place;
    const Json& components = list_at(json, "components", place);
    for (std::size_t i = 0; i < components.size(); ++i) {
      const Json& part = components[i];
      const Place at = place / "components" / i;
      // Early versions of the format say `type`.
      const std::string type = text_at(part, part.contains("choice") ? "choice" : "type", at);
      device.components.push_back({text_at(part, "name", at), count_at(part, at), type});
    }
    if (!devices_.try_emplace(name, std::move(device)).second) {
      (place / "name").fail("each device once", "'" + name + "' again");
    }
    json_of_[name] = &json;
  }

  std::map<std::string, LinkDefaults> wires(const Json& json, const Place& place) {
    std::map<std::string, LinkDefaults> by_name;
    const Json& links = list_at(json, "links", place);
    for (std::size_t i = 0; i < links.size(); ++i) {
      const Place at = place / "links" / i;
      LinkDefaults wire = defaults_;
      const std::string name = text_at(links[i], "name", at);
      const Json* physical = &links[i];
      Place where = at;
      if (const auto inner = links[i].find("physical"); inner != links[i].end()) {
        physical = &*inner;
        where = at / "physical";
      }
      read_bandwidth(*physical, where, name, wire);
      read_latency(*physical, where, wire);
      by_name[name] = wire;
    }
    return by_name;
  }

  static double measure(const Json& json, const char* unit, const Place& place) {
    const auto found = json.find(unit);
    if (found == json.end()) return -1;
    if (!found->is_number()) (place / unit).fail("a number", config::brief(*found));
    const double value = found->get<double>();
    if (!(value > 0 && value < 1e9)) (place / unit).fail("a number above 0", found->dump());
    return value;
  }

  void read_bandwidth(const Json& physical, const Place& place, const std::string& name,
                      LinkDefaults& wire) {
    const auto found = physical.is_object() ? physical.find("bandwidth") : physical.end();
    if (found == physical.end() || !found->is_object()) {
      unrated_.insert("'" + name + "'");
      return;
    }
    const Place at = place / "bandwidth";
    for (const auto& [unit, bytes] :
         {std::pair{"gigabits_per_second", 0.125e9}, std::pair{"gigabytes_per_second", 1e9},
          std::pair{"giga_bytes_per_second", 1e9}, std::pair{"giga_bits_per_second", 0.125e9}}) {
      const double value = measure(*found, unit, at);
      if (value > 0) wire.bandwidth = base::BytesPerSecond{value * bytes};
      if (value > 0) return;
    }
    note("link '" + name +
         "' is in transfers a second, of how many lanes it does not say: "
         "--bandwidth holds");
  }

  static void read_latency(const Json& physical, const Place& place, LinkDefaults& wire) {
    const auto found = physical.is_object() ? physical.find("latency") : physical.end();
    if (found == physical.end() || !found->is_object()) return;
    for (const auto& [unit, picoseconds] :
         {std::pair{"ms", 1e9}, std::pair{"us", 1e6}, std::pair{"ns", 1e3}}) {
      const double value = measure(*found, unit, place / "latency");
      if (value > 0)
        wire.latency = base::Picoseconds{static_cast<std::int64_t>(value * picoseconds)};
    }
  }

  // All that a text of components means, from a device down: "cx5[0:2].port[0]".
  Paths component_paths(std::string device, const std::string& text, const Place& place) const {
    Paths all{""};
    std::size_t begin = 0;
    while (begin <= text.size()) {
      const std::size_t end = std::min(text.find('.', begin), text.size());
      const Slice slice = slice_of(text.substr(begin, end - begin), place);
      begin = end + 1;
      const Device& of = device_named(device, place);
      const auto part =
          std::find_if(of.components.begin(), of.components.end(),
                       [&](const Component& component) { return component.name == slice.name; });
      if (part == of.components.end()) {
        place.fail("a component of device '" + device + "'", "'" + slice.name + "'");
      }
      Paths longer;
      for (const std::string& before : all) {
        for (const int i : places_of(slice, part->count, place)) {
          longer.push_back(before + "." + slice.name + "." + std::to_string(i));
          if (longer.size() > static_cast<std::size_t>(UserGraph::kMostNodes)) {
            place.fail("at most 65536 components", "more");
          }
        }
      }
      all = std::move(longer);
      device = slice.name;
    }
    return all;
  }

  const Device& device_named(const std::string& name, const Place& place) const {
    const auto known = devices_.find(name);
    if (known == devices_.end()) place.fail("the name of a device", "'" + name + "'");
    return known->second;
  }

  Paths device_paths(const std::string& device, const Json& end, const Place& place) const {
    std::string text = text_at(end, "component", place);
    if (end.contains("device") && end["device"].is_string()) {
      text = end["device"].get<std::string>() + "." + text;
    }
    return component_paths(device, text, place / "component");
  }

  Paths paths(const Json& end, const Place& place) const {
    const Slice slice = slice_of(text_at(end, "instance", place), place / "instance");
    const auto known = instances_.find(slice.name);
    if (known == instances_.end()) {
      (place / "instance").fail("the name of an instance", "'" + slice.name + "'");
    }
    const Paths inner =
        component_paths(known->second.first, text_at(end, "component", place), place / "component");
    Paths all;
    for (const int i : places_of(slice, known->second.second, place / "instance")) {
      for (const std::string& path : inner)
        all.push_back(slice.name + "." + std::to_string(i) + path);
    }
    return all;
  }

  template <class Expand>
  std::vector<NamedEdge> edges(const Json& json, const std::map<std::string, LinkDefaults>& wires,
                               const Place& place, const Expand& expand) const {
    std::vector<NamedEdge> all;
    const Json& list = list_at(json, "edges", place);
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Place at = place / "edges" / i;
      for (const char* end : {"ep1", "ep2"}) {
        if (!list[i].contains(end) || !list[i][end].is_object()) (at / end).fail("an endpoint");
      }
      const Paths a = expand(list[i]["ep1"], at / "ep1");
      const Paths b = expand(list[i]["ep2"], at / "ep2");
      const std::string link = text_at(list[i], "link", at);
      const auto wire = wires.find(link);
      if (wire == wires.end()) (at / "link").fail("the name of a link", "'" + link + "'");
      const std::string scheme =
          list[i].contains("scheme") ? text_at(list[i], "scheme", at) : "one2one";
      if (scheme != "one2one" && scheme != "many2many" && scheme != "ring") {
        (at / "scheme").fail("one2one, many2many or ring", "'" + scheme + "'");
      }
      const auto add = [&](const std::string& x, const std::string& y) {
        if (x != y) all.push_back({x, y, wire->second, at});
        if (all.size() > (std::size_t{1} << 20)) at.fail("at most 1048576 links", "more");
      };
      if (scheme == "many2many") {
        for (const std::string& x : a) {
          for (const std::string& y : b) add(x, y);
        }
      } else if (scheme == "ring") {
        for (std::size_t k = 0; k < a.size() && a.size() > 1; ++k) add(a[k], a[(k + 1) % a.size()]);
      } else {
        for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k) add(a[k], b[k]);
      }
    }
    return all;
  }

  void read_instance(const Json& json, const Place& place) {
    const std::string name = text_at(json, "name", place);
    const std::string device = text_at(json, "device", place);
    device_named(device, place / "device");
    const int count = count_at(json, place);
    if (!instances_.try_emplace(name, device, count).second) {
      (place / "name").fail("each instance once", "'" + name + "' again");
    }
    for (int i = 0; i < count; ++i) add_device(name + "." + std::to_string(i), device, place, 0);
  }

  void add_device(const std::string& prefix, const std::string& name, const Place& place,
                  int depth) {
    constexpr int kDeepest = 16;
    if (depth == kDeepest) place.fail("devices of at most 16 levels", "more");
    const Device& device = device_named(name, place);
    for (const Component& part : device.components) {
      for (int i = 0; i < part.count; ++i) {
        const std::string path = prefix + "." + part.name + "." + std::to_string(i);
        if (part.type == "device") {
          add_device(path, part.name, place, depth + 1);
          continue;
        }
        std::vector<std::string>& list = part.type == "xpu" ? npus_ : switches_;
        list.push_back(path);
        if (part.type == "memory" || part.type == "cpu") others_.insert(part.type);
        if (npus_.size() + switches_.size() > static_cast<std::size_t>(UserGraph::kMostNodes)) {
          place.fail("at most 65536 components", "more");
        }
      }
    }
    for (const NamedEdge& edge : device.edges) join(prefix, edge);
  }

  void join(const std::string& prefix, const NamedEdge& edge) {
    joined_.push_back({prefix + edge.a, prefix + edge.b, edge.wire, edge.place});
    if (joined_.size() > (std::size_t{1} << 20)) edge.place.fail("at most 1048576 links", "more");
  }

  GraphPlan finish() {
    std::map<std::string, int> numbers;
    for (const auto* list : {&npus_, &switches_}) {
      for (const std::string& path : *list) numbers.emplace(path, static_cast<int>(numbers.size()));
    }
    std::map<std::pair<int, int>, std::size_t> known;
    std::vector<UserGraph::Edge> wires;
    bool merged = false;
    for (const NamedEdge& edge : joined_) {
      const auto a = numbers.find(edge.a);
      const auto b = numbers.find(edge.b);
      if (a == numbers.end() || b == numbers.end()) {
        edge.place.fail("components, not the devices they make up",
                        "'" + (a == numbers.end() ? edge.a : edge.b) + "'");
      }
      const auto [entry, is_new] =
          known.try_emplace(std::minmax(a->second, b->second), wires.size());
      if (is_new) {
        wires.push_back(
            {{a->second, b->second, edge.wire.bandwidth, edge.wire.latency}, edge.place});
      } else {
        Link& link = wires[entry->second].link;
        link.bandwidth = link.bandwidth + edge.wire.bandwidth;
        merged = true;
      }
    }
    if (merged) note("links between the same two components are one, of all their bandwidth");
    for (const std::string& type : others_) {
      note("components of type " + type + " only pass on what others send");
    }
    std::stable_sort(wires.begin(), wires.end(), [](const auto& x, const auto& y) {
      return y.link.bandwidth < x.link.bandwidth;
    });
    GraphPlan plan;
    plan.npus = static_cast<int>(npus_.size());
    plan.switches = static_cast<int>(switches_.size());
    for (UserGraph::Edge& edge : wires) {
      plan.edges.push_back(edge);
      std::swap(edge.link.from, edge.link.to);
      plan.edges.push_back(edge);
    }
    if (!unrated_.empty()) {
      note(fmt::format("these links have no bandwidth, --bandwidth holds: {}",
                       fmt::join(unrated_, ", ")));
    }
    plan.options.notes.assign(notes_.begin(), notes_.end());
    return plan;
  }

  void note(const std::string& text) { notes_.insert(text); }

  LinkDefaults defaults_;
  std::map<std::string, Device> devices_;
  std::map<std::string, const Json*> json_of_;                    // of devices
  std::map<std::string, std::pair<std::string, int>> instances_;  // device and count
  std::vector<std::string> npus_;
  std::vector<std::string> switches_;
  std::vector<NamedEdge> joined_;
  std::set<std::string> others_;
  std::set<std::string> unrated_;  // links without a bandwidth
  std::set<std::string> notes_;
};

}  // namespace

bool is_infragraph(const Json& json) { return json.is_object() && json.contains("instances"); }

GraphPlan plan_infragraph(const Json& json, const Place& place, const LinkDefaults& defaults) {
  return Reader(defaults).plan(json, place);
}

}  // namespace jacquard::topology
