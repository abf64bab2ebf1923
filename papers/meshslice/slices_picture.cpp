// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/report/html/palette.hpp"
#include "papers/meshslice/slices.hpp"

namespace jacquard::studies::meshslice {
namespace {

using gemm::Place;
using gemm::Program;

// Of the chip that a block comes from, by its place in the group; then again.
constexpr const char* kColours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7"};
constexpr const char* kOthers = "#d1d9e0";
constexpr const char* kOutput = "#555555";

constexpr double kLong = 9;    // pixels of a value along k
constexpr double kShort = 30;  // of a shard along m or n
constexpr double kLeft = 24, kTop = 92, kGap = 64, kBelow = 44;

struct Box {
  double x = 0, y = 0, width = 0, height = 0;
};

std::string rectangle(const Box& b, const std::string& look) {
  return fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" {}/>\n",
                     b.x, b.y, b.width, b.height, look);
}

std::string text(double x, double y, const std::string& what, const char* more = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\"{}>{}</text>\n", x, y, more, what);
}

// A matrix cut into rows x columns shards, with the chip's own one outlined.
std::string frame(const Box& b, int rows, int columns, const Place& chip) {
  std::string svg;
  const double height = b.height / rows, width = b.width / columns;
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      const bool own = r == chip.row && c == chip.column;
      if (own) continue;
      svg += rectangle({b.x + c * width, b.y + r * height, width, height},
                       "fill=\"none\" stroke=\"#59636e\"");
    }
  }
  return svg + rectangle({b.x + chip.column * width, b.y + chip.row * height, width, height},
                         "fill=\"none\" stroke=\"#000000\" stroke-width=\"2.5\"");
}

std::string numbers_text(const std::vector<std::int64_t>& numbers) {
  std::string all;
  for (const std::int64_t n : numbers) all += (all.empty() ? "" : " ") + std::to_string(n);
  return all;
}

class Picture {
 public:
  Picture(const Program& program, const Place& chip)
      : program_(program),
        chip_(chip),
        rows_(program.request.mesh.rows),
        columns_(program.request.mesh.columns),
        k_(static_cast<double>(program.request.shape.k)),
        a_{kLeft, 0, k_ * kLong, rows_ * kShort},
        b_{a_.x + a_.width + kGap, 0, columns_ * kShort, k_ * kLong},
        c_{b_.x + b_.width + kGap, 0, columns_ * kShort, rows_ * kShort} {}

  std::string draw() {
    const std::vector<SliceUse> uses = slices_at(program_, chip_);
    const double pitch = std::max(a_.height, b_.height) + kBelow;
    const double width = c_.x + c_.width + kLeft;
    const double height = kTop + pitch * static_cast<double>(uses.size());
    std::string svg = report::picture_head(width, height, title());
    svg += text(kLeft, 20, title(), " font-weight=\"bold\"") + legend();
    svg += text(a_.x, kTop - 12, fmt::format("A, {} x {}", program_.request.shape.m, k_)) +
           text(b_.x, kTop - 12, fmt::format("B, {} x {}", k_, program_.request.shape.n)) +
           text(c_.x, kTop - 12,
                fmt::format("C, {} x {}", program_.request.shape.m, program_.request.shape.n));
    double y = kTop;
    for (std::size_t i = 0; i < uses.size(); ++i, y += pitch) svg += row(uses, i, y);
    return svg + "</svg>\n";
  }

 private:
  std::string title() const {
    return fmt::format("C = A B on {} chips: what chip ({}, {}) multiplies in each slice",
                       gemm::text_of(program_.request.mesh), chip_.row, chip_.column);
  }

  std::string legend() const {
    double x = kLeft;
    std::string svg;
    const auto entry = [&](const char* colour, const std::string& name) {
      svg +=
          rectangle({x, 34, 12, 12}, fmt::format("fill=\"{}\"", colour)) + text(x + 17, 44, name);
      x += 34 + 6.4 * static_cast<double>(name.size());
    };
    for (int place = 0; place < std::max(rows_, columns_); ++place) {
      entry(base::at(kColours, place % 4), fmt::format("from place {}", place));
    }
    x = kLeft;
    svg += rectangle({x, 54, 12, 12}, fmt::format("fill=\"{}\"", kOthers)) +
           text(x + 17, 64, "other chips gather this at the same time");
    x += 300;
    return svg +
           rectangle({x, 54, 12, 12}, "fill=\"none\" stroke=\"#000000\" stroke-width=\"2.5\"") +
           text(x + 17, 64, "the chip's own shard");
  }

  const char* colour(std::int64_t number, int shards) const {
    const auto place = number * shards / program_.request.shape.k;
    return base::at(kColours, place % 4);
  }

  std::string row(const std::vector<SliceUse>& uses, std::size_t index, double y) const {
    const SliceUse& use = uses[index];
    Box a = a_, b = b_, c = c_;
    a.y = b.y = c.y = y;
    std::string svg;
    for (const std::int64_t n : use.a) {
      const double x = a.x + static_cast<double>(n) * kLong;
      svg += rectangle({x, a.y, kLong, a.height}, fmt::format("fill=\"{}\"", kOthers));
      svg += rectangle({x, a.y + chip_.row * kShort, kLong, kShort},
                       fmt::format("fill=\"{}\"", colour(n, columns_)));
    }
    for (const std::int64_t n : use.b) {
      const double at = b.y + static_cast<double>(n) * kLong;
      svg += rectangle({b.x, at, b.width, kLong}, fmt::format("fill=\"{}\"", kOthers));
      svg += rectangle({b.x + chip_.column * kShort, at, kShort, kLong},
                       fmt::format("fill=\"{}\"", colour(n, rows_)));
    }
    const double done = static_cast<double>(index + 1) / static_cast<double>(uses.size());
    svg += rectangle({c.x + chip_.column * kShort, c.y + chip_.row * kShort, kShort, kShort},
                     fmt::format("fill=\"{}\" fill-opacity=\"{:.2f}\"", kOutput, done));
    svg += frame(a, rows_, columns_, chip_) + frame(b, rows_, columns_, chip_) +
           frame(c, rows_, columns_, chip_);
    const double middle = y + a.height / 2 + 5;
    svg += text(a.x + a.width + kGap / 2 - 4, middle, "x") +
           text(b.x + b.width + kGap / 2 - 10, middle, index == 0 ? "=" : "+=");
    const double below = y + a.height + 20;
    svg += text(a.x, below, fmt::format("slice {}", use.step), " font-weight=\"bold\"");
    svg += text(a.x, below + 18, "columns of A: " + numbers_text(use.a));
    return svg + text(a.x, below + 36, "rows of B: " + numbers_text(use.b));
  }

  const Program& program_;
  Place chip_;
  int rows_;
  int columns_;
  double k_;
  Box a_;
  Box b_;
  Box c_;
};

}  // namespace

std::string slices_picture(const Program& program, const Place& chip) {
  return Picture(program, chip).draw();
}

}  // namespace jacquard::studies::meshslice
