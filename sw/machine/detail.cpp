// SPDX-License-Identifier: Apache-2.0
#include "jacquard/machine/detail.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>

#include "jacquard/base/at.hpp"
#include "jacquard/base/comma_list.hpp"

namespace jacquard::machine {
namespace {

struct Word {
  const char* name;
  Detail detail;
};
constexpr Word kWords[] = {{"node", Detail::node},
                           {"circuit", Detail::circuit},
                           {"packet", Detail::packet},
                           {"links", Detail::links},
                           {"analytic", Detail::analytic}};
constexpr const char* kExpected =
    "node, circuit, packet, links or analytic, for all dimensions or as 0=analytic,1=circuit";

Detail detail_named(const std::string& word, const config::Place& place) {
  const auto* const it = std::find_if(std::begin(kWords), std::end(kWords),
                                      [&](const Word& one) { return word == one.name; });
  if (it == std::end(kWords)) place.fail(kExpected, "'" + word + "'");
  return it->detail;
}

std::vector<int> dimensions_named(const std::string& word, const topology::Fabric& fabric, int node,
                                  const config::Place& place) {
  std::vector<int> found;
  for (int d = 0; d < fabric.dimensions(); ++d) {
    const bool inside = fabric.stride(d) * fabric.dimension(d).size <= node;
    if (word == std::to_string(d) || word == (inside ? "scale_up" : "scale_out")) {
      found.push_back(d);
    }
  }
  if (found.empty()) {
    place.fail("scale_up, scale_out or a dimension in 0.." +
                   std::to_string(fabric.dimensions() - 1) + ", as the network has them",
               "'" + word + "'");
  }
  return found;
}

}  // namespace

const char* name_of(Detail detail) {
  return std::find_if(std::begin(kWords), std::end(kWords),
                      [&](const Word& one) { return detail == one.detail; })
      ->name;
}

std::vector<Detail> details_of(const std::string& text, const topology::Fabric& fabric, int node,
                               const config::Place& place) {
  std::vector<Detail> details(base::index(fabric.dimensions()), Detail::node);
  if (text.empty()) return details;
  const std::vector<std::string> parts = base::comma_list(text);
  std::vector<bool> said(details.size(), false);
  for (const std::string& part : parts) {
    const std::size_t equals = part.find('=');
    if (equals == std::string::npos) {
      if (&part != &parts.front()) {
        place.fail("what holds for all dimensions in front", "'" + text + "'");
      }
      details.assign(details.size(), detail_named(part, place));
      continue;
    }
    const Detail detail = detail_named(part.substr(equals + 1), place);
    for (const int d : dimensions_named(part.substr(0, equals), fabric, node, place)) {
      if (said[base::index(d)]) {
        place.fail("each dimension once", "dimension " + std::to_string(d) + " again");
      }
      said[base::index(d)] = true;
      base::at(details, d) = detail;
    }
  }
  for (int d = 0; d < fabric.dimensions(); ++d) {
    const Detail detail = base::at(details, d);
    const bool needs_switch = detail == Detail::circuit || detail == Detail::packet;
    if (!needs_switch || topology::has_switch(fabric.dimension(d).block)) continue;
    place.fail("links or analytic in dimension " + std::to_string(d) + ", which has no switch",
               name_of(detail));
  }
  return details;
}

}  // namespace jacquard::machine
