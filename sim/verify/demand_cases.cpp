// SPDX-License-Identifier: Apache-2.0
#include "sim/verify/demand_cases.hpp"

#include <iterator>

namespace jacquard::verify {
namespace {

using Count = std::int64_t;

struct Directed {
  const char* label;
  Count (*entry)(int i, int j, int n, Count top);  // top: the largest count
};

const Directed kDirected[] = {
    {"nothing to send", [](int, int, int, Count) { return Count{0}; }},
    {"one quantum everywhere", [](int, int, int, Count) { return Count{1}; }},
    {"all entries at their largest", [](int, int, int, Count top) { return top; }},
    {"input i to output i", [](int i, int j, int, Count top) { return i == j ? top : 0; }},
    {"input i to output N-1-i",
     [](int i, int j, int n, Count top) { return i + j == n - 1 ? top : 0; }},
    {"only input 0, to output N-1",
     [](int i, int j, int n, Count top) { return i == 0 && j == n - 1 ? top : 0; }},
    {"only input N-1, one quantum to output 0",
     [](int i, int j, int n, Count) { return Count{i == n - 1 && j == 0}; }},
    {"only input 0, to all outputs", [](int i, int, int, Count top) { return i == 0 ? top : 0; }},
    {"only input N-1, to all outputs",
     [](int i, int, int n, Count top) { return i == n - 1 ? top : 0; }},
    {"all inputs to output 0", [](int, int j, int, Count top) { return j == 0 ? top : 0; }},
    {"all inputs to output N-1", [](int, int j, int n, Count top) { return j == n - 1 ? top : 0; }},
    {"rising counts", [](int i, int j, int n, Count top) { return (i * n + j) % (top + 1); }},
};

}  // namespace

DemandCases::DemandCases(int ports, int bits, const Cases& random)
    : n_(ports), bits_(bits), random_(random) {}

std::int64_t DemandCases::directed() const { return std::size(kDirected); }

demand::QuantaMatrix DemandCases::at(std::int64_t index) const {
  if (index >= directed()) return demand_of_case(random_, index - directed(), n_, bits_);
  std::vector<std::int64_t> counts;
  for (int i = 0; i < n_; ++i) {
    for (int j = 0; j < n_; ++j) {
      counts.push_back(kDirected[index].entry(i, j, n_, (Count{1} << bits_) - 1));
    }
  }
  return {n_, counts};
}

std::string DemandCases::label(std::int64_t index) const {
  if (index >= directed()) return "random";
  return std::string("directed: ") + kDirected[index].label;
}

}  // namespace jacquard::verify
