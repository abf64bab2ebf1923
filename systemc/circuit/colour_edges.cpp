// SPDX-License-Identifier: Apache-2.0
#include "systemc/circuit/colour_edges.hpp"

#include <algorithm>
#include <cstddef>

#include "jacquard/base/at.hpp"

namespace jacquard::systemc {
namespace {

constexpr int kFree = -1;

class Colouring {
 public:
  Colouring(const std::vector<Edge>& edges, int nodes)
      : edges_(edges), nodes_(static_cast<std::size_t>(nodes)) {
    std::vector<int> degree(2 * nodes_);
    for (const Edge& e : edges) {
      colours_ = std::max(colours_, ++degree[left(e)]);
      colours_ = std::max(colours_, ++degree[right(e)]);
    }
    edge_at_.assign(2 * nodes_ * static_cast<std::size_t>(colours_), kFree);
    colour_of_.assign(edges.size(), kFree);
    for (std::size_t e = 0; e < edges.size(); ++e) add(static_cast<int>(e));
  }

  std::vector<int> take() { return std::move(colour_of_); }

 private:
  std::size_t left(const Edge& e) const { return static_cast<std::size_t>(e.from); }
  std::size_t right(const Edge& e) const { return nodes_ + static_cast<std::size_t>(e.to); }
  int& at(std::size_t node, int colour) {
    return edge_at_[node * static_cast<std::size_t>(colours_) + static_cast<std::size_t>(colour)];
  }
  int free_at(std::size_t node) {
    int colour = 0;
    while (at(node, colour) != kFree) ++colour;
    return colour;
  }
  void put(int edge, int colour) {
    const Edge& e = base::at(edges_, edge);
    at(left(e), colour) = at(right(e), colour) = edge;
    base::at(colour_of_, edge) = colour;
  }

  // A colour free at its left end is made free at its right end by swapping the two colours along
  // the path that alternates between them from there; it never comes back to the left end.
  void add(int edge) {
    const Edge& e = base::at(edges_, edge);
    const int wanted = free_at(left(e));
    const int other = free_at(right(e));
    if (at(right(e), wanted) != kFree) swap_along(right(e), wanted, other);
    put(edge, wanted);
  }

  void swap_along(std::size_t node, int wanted, int other) {
    std::vector<int> path;
    int colour = wanted;
    while (at(node, colour) != kFree) {
      const int edge = at(node, colour);
      path.push_back(edge);
      const Edge& e = base::at(edges_, edge);
      node = node == left(e) ? right(e) : left(e);
      colour = colour == wanted ? other : wanted;
    }
    for (const int edge : path) {
      const Edge& e = base::at(edges_, edge);
      const int old = base::at(colour_of_, edge);
      at(left(e), old) = at(right(e), old) = kFree;
    }
    for (const int edge : path) {
      put(edge, base::at(colour_of_, edge) == wanted ? other : wanted);
    }
  }

  const std::vector<Edge>& edges_;
  std::size_t nodes_;
  int colours_ = 0;
  std::vector<int> edge_at_;  // of (node, colour)
  std::vector<int> colour_of_;
};

}  // namespace

std::vector<int> colour_edges(const std::vector<Edge>& edges, int nodes) {
  return Colouring(edges, nodes).take();
}

}  // namespace jacquard::systemc
