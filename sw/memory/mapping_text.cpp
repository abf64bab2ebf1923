// SPDX-License-Identifier: Apache-2.0
#include "jacquard/memory/mapping_text.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/parse_number.hpp"

namespace jacquard::memory {
namespace {

constexpr int kMostBits = 40;
constexpr std::size_t kMostParts = 64;

struct Reader {
  const std::string& mapping;
  const std::vector<MappedField>& fields;
  const config::Place& place;

  [[noreturn]] void fail(const std::string& expected, const std::string& hint) const {
    place.fail(expected, "\"" + mapping + "\"", hint);
  }

  int field_of(const std::string& name) const {
    std::vector<std::string> names;
    for (const MappedField& f : fields) names.push_back(f.name);
    const auto found = std::find(names.begin(), names.end(), name);
    if (found != names.end()) return static_cast<int>(found - names.begin());
    const std::string near = base::nearest(name, names);
    place.fail("fields row, bank, column, group, channel joined by \"-\"", "\"" + name + "\"",
               near.empty() ? "" : "nearest is '" + near + "'");
  }

  // "bank^row:2". A part without bits has count 0.
  MappingPart part_of(std::string token) const {
    MappingPart part{0, 0, 0, false};
    const std::size_t colon = token.find(':');
    if (colon != std::string::npos) {
      const auto bits = base::parse_number<int>(token.substr(colon + 1));
      if (!bits || *bits < 1 || *bits > kMostBits) {
        place.fail("bits in 1.." + std::to_string(kMostBits) + " after \":\"", "\"" + token + "\"");
      }
      part.count = std::uint64_t{1} << *bits;
      token.resize(colon);
    }
    const std::size_t hat = token.find('^');
    if (hat != std::string::npos) {
      if (token.substr(hat) != "^row") fail("\"^row\" after a field", "bits of the row alone");
      token.resize(hat);
      part.hashed = true;
    }
    part.field = field_of(token);
    const MappedField& field = base::at(fields, part.field);
    if (part.hashed && (!field.hashable || (field.count & (field.count - 1)) != 0)) {
      fail("\"^row\" after bank, group or channel where their number is a power of two",
           field.name + " has " + std::to_string(field.count) + " values");
    }
    return part;
  }

  // From the least significant.
  std::vector<MappingPart> parts() const {
    std::vector<MappingPart> all;
    std::size_t end = mapping.size();
    while (true) {
      const std::size_t dash = end == 0 ? std::string::npos : mapping.rfind('-', end - 1);
      const std::size_t begin = dash == std::string::npos ? 0 : dash + 1;
      all.push_back(part_of(mapping.substr(begin, end - begin)));
      if (all.size() > kMostParts) fail("at most " + std::to_string(kMostParts) + " parts", "");
      if (dash == std::string::npos) return all;
      end = dash;
    }
  }

  // Gives the parts of one field their weights, and the part without bits what is left.
  void settle(int index, std::vector<MappingPart>& parts) const {
    const MappedField& field = base::at(fields, index);
    const std::string values = std::to_string(field.count) + " values";
    std::uint64_t with_bits = 1;
    int seen = 0, rest = 0;
    for (const MappingPart& part : parts) {
      if (part.field != index) continue;
      ++seen;
      if (part.count == 0) ++rest;
      if (part.count != 0) with_bits *= part.count;
      if (with_bits > field.count) {
        fail("bits of \"" + field.name + "\" for its " + values,
             "too many bits: addresses would reach beyond the memory");
      }
    }
    if (seen == 0 && field.count > 1) {
      fail("every field",
           "\"" + field.name + "\" is missing: of its " + values + " one is reached");
    }
    if (rest > 1) {
      fail("\"" + field.name + "\" once, or its further parts with bits",
           "addresses would alias; \"" + field.name + ":3\" is a part of 3 bits");
    }
    if (field.count % with_bits != 0) {
      fail("parts of \"" + field.name + "\" that divide its " + values,
           "its number has fewer factors of 2");
    }
    if (seen > 0 && rest == 0 && with_bits < field.count) {
      fail("bits of \"" + field.name + "\" for its " + values,
           "too few bits: " + std::to_string(with_bits) +
               " are reached; a part without bits is the rest");
    }
    std::uint64_t weight = 1;
    for (MappingPart& part : parts) {
      if (part.field != index) continue;
      if (part.count == 0) part.count = field.count / with_bits;
      part.weight = weight;
      weight *= part.count;
    }
  }
};

}  // namespace

std::vector<MappingPart> read_mapping(const std::string& mapping,
                                      const std::vector<MappedField>& fields,
                                      const config::Place& place) {
  const Reader reader{mapping, fields, place};
  std::vector<MappingPart> parts = reader.parts();
  for (std::size_t i = 0; i < fields.size(); ++i) reader.settle(static_cast<int>(i), parts);
  return parts;
}

}  // namespace jacquard::memory
