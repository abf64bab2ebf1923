// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/job/group_place.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "jacquard/base/at.hpp"

namespace jacquard::engine::job {
namespace {

using base::index;

std::vector<std::vector<int>> places_in(const topology::Fabric& fabric,
                                        const std::vector<int>& members) {
  std::vector<std::vector<int>> places;
  for (int d = 0; d < fabric.dimensions(); ++d) {
    std::set<int> values;
    for (const int npu : members) values.insert(fabric.digit(npu, d));
    places.emplace_back(values.begin(), values.end());
  }
  return places;
}

// An evenly spaced part of a dimension.
struct Digit {
  int dimension = 0;
  int stride = 1;  // in the dimension
  int radix = 1;

  bool operator==(const Digit& o) const {
    return dimension == o.dimension && stride == o.stride && radix == o.radix;
  }
};

// The digits in which the group of NPU 0 is all combinations; false if there are none such.
bool digits_of(const topology::Fabric& fabric, const std::vector<int>& group,
               std::vector<Digit>& digits) {
  const std::vector<std::vector<int>> places = places_in(fabric, group);
  std::size_t combinations = 1;
  for (int d = 0; d < fabric.dimensions(); ++d) {
    const std::vector<int>& values = places[index(d)];
    combinations *= values.size();
    if (values.size() == 1) continue;
    const int step = values[1] - values[0];
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (values[i] != static_cast<int>(i) * step) return false;
    }
    const int radix = static_cast<int>(values.size());
    if (fabric.dimension(d).size % (step * radix) != 0) return false;
    digits.push_back({d, step, radix});
  }
  return combinations == group.size();
}

// The digits that all wanted ones and the rests between them make up; false if these overlap.
bool refine(const topology::Fabric& fabric, const std::vector<Digit>& wanted,
            std::vector<Digit>& all) {
  for (int d = 0; d < fabric.dimensions(); ++d) {
    const int size = fabric.dimension(d).size;
    std::set<int> cuts{1, size};
    for (const Digit& digit : wanted) {
      if (digit.dimension != d) continue;
      cuts.insert(digit.stride);
      cuts.insert(digit.stride * digit.radix);
    }
    for (auto cut = cuts.begin(); std::next(cut) != cuts.end(); ++cut) {
      if (*std::next(cut) % *cut != 0) return false;
      all.push_back({d, *cut, *std::next(cut) / *cut});
    }
  }
  return std::all_of(wanted.begin(), wanted.end(), [&](const Digit& digit) {
    return std::find(all.begin(), all.end(), digit) != all.end();
  });
}

// Whether the groups are the ranks that differ in these digits only.
bool divides(const rounds::Shape& shape, const std::vector<int>& digits,
             const std::vector<std::vector<int>>& groups) {
  std::vector<int> key_of(index(shape.size()));
  for (int rank = 0; rank < shape.size(); ++rank) {
    int key = rank;
    for (const int digit : digits) key = shape.with_digit(key, digit, 0);
    key_of[index(rank)] = key;
  }
  const int members = members_in(shape, digits);
  return std::all_of(groups.begin(), groups.end(), [&](const std::vector<int>& group) {
    return static_cast<int>(group.size()) == members &&
           std::all_of(group.begin(), group.end(),
                       [&](int npu) { return key_of[index(npu)] == key_of[index(group.front())]; });
  });
}

}  // namespace

int members_in(const rounds::Shape& shape, const std::vector<int>& digits) {
  int members = 1;
  for (const int digit : digits) members *= shape.radix(digit);
  return members;
}

GroupPlace flat_place(const topology::Fabric& fabric, const std::vector<int>& members) {
  GroupPlace place;
  place.shape = rounds::Shape({static_cast<int>(members.size())});
  place.npus = members;
  place.flat = true;
  int lowest = fabric.dimensions() - 1;
  for (const int npu : members) {
    lowest = std::min(lowest, fabric.first_difference(members.front(), npu));
  }
  place.dimensions = {lowest};
  return place;
}

GroupPlace place_of(const topology::Fabric& fabric, const std::vector<int>& members) {
  const std::vector<std::vector<int>> places = places_in(fabric, members);
  std::size_t combinations = 1;
  for (const std::vector<int>& values : places) combinations *= values.size();
  if (combinations != members.size()) return flat_place(fabric, members);
  GroupPlace place;
  std::vector<int> radices;
  for (int d = 0; d < fabric.dimensions(); ++d) {
    if (places[index(d)].size() == 1) continue;
    radices.push_back(static_cast<int>(places[index(d)].size()));
    place.dimensions.push_back(d);
  }
  place.shape = rounds::Shape(radices);
  if (place.shape.size() == fabric.npus()) return place;
  for (int rank = 0; rank < place.shape.size(); ++rank) {
    int npu = members.front();
    for (int digit = 0; digit < place.shape.digits(); ++digit) {
      const int d = place.dimensions[index(digit)];
      npu = fabric.with_digit(npu, d, places[index(d)][index(place.shape.digit(rank, digit))]);
    }
    place.npus.push_back(npu);
  }
  return place;
}

bool shared_place(const topology::Fabric& fabric,
                  const std::vector<std::vector<std::vector<int>>>& partitions,
                  SharedPlace& place) {
  std::vector<std::vector<Digit>> of_partition;
  std::vector<Digit> wanted;
  for (const auto& groups : partitions) {
    const auto first = std::find_if(groups.begin(), groups.end(), [](const std::vector<int>& g) {
      return std::find(g.begin(), g.end(), 0) != g.end();
    });
    std::vector<Digit>& digits = of_partition.emplace_back();
    if (first == groups.end() || !digits_of(fabric, *first, digits)) return false;
    wanted.insert(wanted.end(), digits.begin(), digits.end());
  }
  std::vector<Digit> all;
  if (!refine(fabric, wanted, all)) return false;
  std::vector<int> radices;
  place = {};
  for (const Digit& digit : all) {
    radices.push_back(digit.radix);
    place.dimensions.push_back(digit.dimension);
  }
  place.shape = rounds::Shape(radices);
  for (std::size_t p = 0; p < partitions.size(); ++p) {
    std::vector<int>& digits = place.digits.emplace_back();
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto& own = of_partition[p];
      if (std::find(own.begin(), own.end(), all[i]) != own.end()) {
        digits.push_back(static_cast<int>(i));
      }
    }
    if (!divides(place.shape, digits, partitions[p])) return false;
  }
  return true;
}

bool shared_place(const topology::Fabric& fabric, const base::MixedRadix& places,
                  const std::vector<std::vector<int>>& partitions, SharedPlace& place) {
  std::vector<std::vector<bool>> partitions_with(index(places.digits()));  // each digit
  for (int digit = 0; digit < places.digits(); ++digit) {
    for (const std::vector<int>& p : partitions) {
      partitions_with[index(digit)].push_back(std::find(p.begin(), p.end(), digit) != p.end());
    }
  }
  std::vector<int> radices;
  std::vector<int> place_digit;  // of each digit of the shape, one that it is of
  place = {};
  int from = 1;
  int dimension = 0;
  for (int digit = 0; digit < places.digits(); ++digit) {
    const int end = places.stride(digit) * places.radix(digit);
    while (from < end) {
      const int past = fabric.stride(dimension) * fabric.dimension(dimension).size;
      const int to = std::min(end, past);
      if (to % from != 0) return false;
      const bool goes_on =
          !radices.empty() && place.dimensions.back() == dimension &&
          partitions_with[index(place_digit.back())] == partitions_with[index(digit)];
      if (goes_on) {
        radices.back() *= to / from;
      } else {
        radices.push_back(to / from);
        place.dimensions.push_back(dimension);
        place_digit.push_back(digit);
      }
      from = to;
      if (from == past) ++dimension;
    }
  }
  place.shape = rounds::Shape(std::move(radices));
  for (std::size_t p = 0; p < partitions.size(); ++p) {
    std::vector<int>& digits = place.digits.emplace_back();
    for (std::size_t i = 0; i < place_digit.size(); ++i) {
      if (partitions_with[index(place_digit[i])][p]) digits.push_back(static_cast<int>(i));
    }
  }
  return true;
}

GroupPlace group_of(const SharedPlace& place, std::size_t p, int npu) {
  const std::vector<int>& digits = place.digits[p];
  GroupPlace group;
  std::vector<int> radices;
  for (const int digit : digits) {
    radices.push_back(place.shape.radix(digit));
    group.dimensions.push_back(place.dimensions[index(digit)]);
    npu = place.shape.with_digit(npu, digit, 0);
  }
  group.shape = rounds::Shape(std::move(radices));
  if (group.shape.size() == place.shape.size()) return group;
  for (int rank = 0; rank < group.shape.size(); ++rank) {
    int member = npu;
    for (std::size_t i = 0; i < digits.size(); ++i) {
      member += group.shape.digit(rank, static_cast<int>(i)) * place.shape.stride(digits[i]);
    }
    group.npus.push_back(member);
  }
  return group;
}

}  // namespace jacquard::engine::job
