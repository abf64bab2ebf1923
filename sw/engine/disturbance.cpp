// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/disturbance.hpp"

#include <array>
#include <set>
#include <string_view>

#include "jacquard/base/error.hpp"
#include "jacquard/config/field_table.hpp"
#include "jacquard/topology/fabric.hpp"

namespace jacquard::engine {
namespace {

using config::Json;
using config::Place;

constexpr int kLastNpu = topology::Fabric::kMostNpus - 1;
constexpr int kMostDimensions = 24;  // of at least two NPUs each
constexpr double kLeastSlowdown = 1e-6;
constexpr double kMostSlowdown = 1e6;
constexpr base::Picoseconds kLongest{3600 * base::kPicosecondsPerSecond};
constexpr std::string_view kSwitch = "switch ";

Disturbance::End read_end(const Json& json, const Place& place) {
  const std::string expected = "an NPU's number, or \"switch D\" for the switch of dimension D";
  if (json.is_number()) {
    return {static_cast<int>(config::read_whole_number(json, 0, kLastNpu, expected, place)),
            Disturbance::kNone};
  }
  if (json.is_string()) {
    const std::string& text = json.get_ref<const std::string&>();
    const std::string digits =
        text.rfind(kSwitch, 0) == 0 ? text.substr(kSwitch.size()) : std::string();
    if (!digits.empty() && digits.size() <= 2 &&
        digits.find_first_not_of("0123456789") == std::string::npos &&
        std::stoi(digits) < kMostDimensions) {
      return {Disturbance::kNone, std::stoi(digits)};
    }
  }
  place.fail(expected, config::brief(json));
}

const config::Codec<Disturbance::End>& end_codec() {
  static const config::Codec<Disturbance::End> codec = {
      "an NPU's number or \"switch D\"", config::Document{{"type", {"integer", "string"}}},
      config::TextForm::json, read_end, [](const Disturbance::End& end) {
        return end.npu != Disturbance::kNone
                   ? config::Document(end.npu)
                   : config::Document(std::string(kSwitch) + std::to_string(end.switch_of));
      }};
  return codec;
}

template <class T>
void require(const config::FieldTable<T>& table, const Json& json, const Place& place,
             std::initializer_list<const char*> keys) {
  if (!json.is_object()) place.fail(table.doc(), config::brief(json));
  for (const char* key : keys) {
    if (json.find(key) == json.end()) place.fail(std::string("the key \"") + key + '"');
  }
}

const config::FieldTable<Disturbance::Npu>& npu_fields() {
  using Npu = Disturbance::Npu;
  static const config::FieldTable<Npu> table(
      "npu", "how one NPU differs",
      {config::field<Npu>(
           "npu", [](auto& n) -> auto& { return n.npu; }, config::whole_number<int>(0, kLastNpu),
           "Which NPU."),
       config::field<Npu>(
           "start_delay", [](auto& n) -> auto& { return n.start_delay; },
           config::quantity<base::Picoseconds>(base::Picoseconds{0}, kLongest),
           "How much later it begins."),
       config::field<Npu>(
           "slowdown", [](auto& n) -> auto& { return n.slowdown; },
           config::real_number(kLeastSlowdown, kMostSlowdown),
           "Factor on its endpoint delays and reductions.")});
  return table;
}

const config::FieldTable<Disturbance::Link>& link_fields() {
  using Link = Disturbance::Link;
  static const config::FieldTable<Link> table(
      "link", "how one link differs",
      {config::field<Link>(
           "from", [](auto& l) -> auto& { return l.from; }, end_codec(), "Where it begins."),
       config::field<Link>(
           "to", [](auto& l) -> auto& { return l.to; }, end_codec(), "Where it ends."),
       config::field<Link>(
           "latency", [](auto& l) -> auto& { return l.latency; },
           config::optional(config::quantity<base::Picoseconds>(base::Picoseconds{0}, kLongest)),
           "Its latency, instead of its dimension's."),
       config::field<Link>(
           "slowdown", [](auto& l) -> auto& { return l.slowdown; },
           config::real_number(kLeastSlowdown, kMostSlowdown),
           "Factor on how long messages hold it."),
       config::field<Link>(
           "gone", [](auto& l) -> auto& { return l.gone; }, config::boolean(),
           "Whether it is not there: messages go the other way round its ring.")});
  return table;
}

const Json& list_at(const Json& json, const char* key, const Place& place) {
  static const Json none = Json::array();
  const auto found = json.find(key);
  if (found == json.end()) return none;
  if (!found->is_array()) (place / key).fail("a list", config::brief(*found));
  return *found;
}

void require_known(const Json& json, const Place& place) {
  if (!json.is_object()) place.fail("an object with \"npus\" and \"links\"", config::brief(json));
  for (const auto& [key, value] : json.items()) {
    if (key != "npus" && key != "links") {
      base::throw_unknown_name(place.source + place.where, "a key", key, {"npus", "links"});
    }
  }
}

}  // namespace

Disturbance read_disturbance(const Json& json, const Place& place) {
  require_known(json, place);
  Disturbance disturbance;
  disturbance.source = place.source;
  const Json& npus = list_at(json, "npus", place);
  std::set<int> known_npus;
  for (std::size_t i = 0; i < npus.size(); ++i) {
    const Place here = place / "npus" / i;
    require(npu_fields(), npus[i], here, {"npu"});
    Disturbance::Npu& npu = disturbance.npus.emplace_back();
    npu_fields().read(npu, npus[i], here);
    if (!known_npus.insert(npu.npu).second) {
      (here / "npu").fail("each NPU at most once", std::to_string(npu.npu) + " again");
    }
  }
  const Json& links = list_at(json, "links", place);
  std::set<std::array<int, 4>> known_links;
  for (std::size_t i = 0; i < links.size(); ++i) {
    const Place here = place / "links" / i;
    require(link_fields(), links[i], here, {"from", "to"});
    if (!links[i].contains("slowdown") && !links[i].contains("gone")) {
      require(link_fields(), links[i], here, {"latency"});
    }
    Disturbance::Link& link = disturbance.links.emplace_back();
    link_fields().read(link, links[i], here);
    if (link.gone && (links[i].contains("slowdown") || links[i].contains("latency"))) {
      here.fail("no latency or slowdown of a link that is gone", config::brief(links[i]));
    }
    if (!link.gone && !links[i].contains("slowdown") && !links[i].contains("latency")) {
      here.fail("a latency, a slowdown, or gone", config::brief(links[i]));
    }
    if (link.from.npu == Disturbance::kNone && link.to.npu == Disturbance::kNone) {
      here.fail("an NPU at one end at least", config::brief(links[i]));
    }
    const bool is_new =
        known_links.insert({link.from.npu, link.from.switch_of, link.to.npu, link.to.switch_of})
            .second;
    if (!is_new) here.fail("each link at most once", config::brief(links[i]) + " again");
  }
  return disturbance;
}

Disturbance read_disturbance(const std::string& path) {
  return read_disturbance(config::read_json(path), Place{path, ""});
}

}  // namespace jacquard::engine
