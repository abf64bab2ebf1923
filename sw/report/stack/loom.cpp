// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/stack/loom.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "jacquard/base/at.hpp"
#include "jacquard/report/html/text.hpp"
#include "jacquard/report/stack/label_colours.hpp"

namespace jacquard::report {
namespace {

constexpr std::uint8_t kFirstLabel = 2;
constexpr int kLeast = 4;       // pixels of a slot that is drawn by itself
constexpr double kLeft = 116;   // names of rows stand left of it
constexpr double kPlot = 1000;  // width of what is inside the axes
constexpr int kLeastName = 9;   // pixels of a row that has a name
constexpr int kLeastTicks = 5;
constexpr double kNameRoom = 24;  // half the name of a tick

// Times are counted in parts of a slot, so that every column of pixels is a whole number of them.
class Painter {
 public:
  Painter(SlotWindow window, const LoomLook& look, int rows)
      : window_(window), look_(look), picture_(look.width, rows * look.row_height, kNothingSent) {}

  void row(int place, const SendingRow& row) {
    shares_.assign(base::index(look_.width) * 256, 0);
    for (const Sent& sent : row.sent) {
      if (sent.end <= window_.from || sent.begin >= window_.to) continue;
      const bool pale =
          sent.reserved || (look_.micro_batch && sent.micro_batch != *look_.micro_batch);
      add((std::max(sent.begin, window_.from) - window_.from) * look_.width,
          (std::min(sent.end, window_.to) - window_.from) * look_.width,
          label_index(sent.label, pale));
    }
    for (int x = 0; x < look_.width; ++x) column(place, x);
    if (look_.width / window_.slots() >= kLeast) slots_apart(place, row);
  }

  Picture take() { return std::move(picture_); }

 private:
  std::int64_t column_time() const { return window_.slots(); }

  void add(std::int64_t begin, std::int64_t end, std::uint8_t colour) {
    for (std::int64_t x = begin / column_time(); x * column_time() < end; ++x) {
      const std::int64_t from = std::max(begin, x * column_time());
      const std::int64_t to = std::min(end, (x + 1) * column_time());
      shares_[base::index(x) * 256 + colour] += to - from;
    }
  }

  void column(int place, int x) {
    std::int64_t before = 0;
    const auto pixels = [&](std::int64_t time) {
      return static_cast<int>((2 * time * look_.row_height + column_time()) / (2 * column_time()));
    };
    for (int colour = kFirstLabel; colour < 256; ++colour) {
      const std::int64_t share = shares_[base::index(x) * 256 + base::index(colour)];
      if (share == 0) continue;
      const int last = pixels(before + share);
      for (int y = pixels(before); y < last; ++y) {
        picture_.at(x, place * look_.row_height + y) = static_cast<std::uint8_t>(colour);
      }
      before += share;
    }
  }

  void fill(int place, std::int64_t x, std::uint8_t colour) {
    for (int y = 0; y < look_.row_height; ++y) {
      picture_.at(static_cast<int>(x), place * look_.row_height + y) = colour;
    }
  }

  void slots_apart(int place, const SendingRow& row) {
    const std::int64_t pixels = look_.width / window_.slots();
    for (std::int64_t k = 0; k < window_.slots(); ++k) {
      fill(place, (k + 1) * pixels - 1, kNothingSent);
    }
    for (const Sent& sent : row.sent) {
      if (!sent.changes || sent.begin < window_.from || sent.begin >= window_.to) continue;
      fill(place, (sent.begin - window_.from) * pixels, kNewSetting);
      fill(place, (sent.begin - window_.from) * pixels + 1, kNewSetting);
    }
  }

  SlotWindow window_;
  const LoomLook& look_;
  Picture picture_;
  std::vector<std::int64_t> shares_;
};

std::string text(double x, double y, const char* anchor, const std::string& what) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
                     escape(what));
}

std::string time_axis(SlotWindow window, base::Picoseconds slot, double bottom) {
  const double end = static_cast<double>(window.slots()) * static_cast<double>(slot.count());
  const double decade = std::pow(10, std::floor(std::log10(end / kLeastTicks)));
  const double rough = end / kLeastTicks / decade;
  const double step = decade * (rough >= 5 ? 5 : rough >= 2 ? 2 : 1);
  std::string out;
  for (int k = 0; k * step <= end; ++k) {
    const double x = kLeft + kPlot * k * step / end;
    out += fmt::format("<path class=\"grid\" d=\"M{0:.1f} {1}V{2}\"/>\n", x, bottom, bottom + 5);
    const bool at_end = x > kLeft + kPlot - kNameRoom;
    out += text(x, bottom + 19,
                k == 0   ? "start"
                : at_end ? "end"
                         : "middle",
                k == 0 ? "0" : time_text(base::Picoseconds{std::llround(k * step)}));
  }
  return out;
}

}  // namespace

std::uint8_t label_index(int label, bool pale) {
  return static_cast<std::uint8_t>(kFirstLabel + 2 * (label % kPaintedLabels) + (pale ? 1 : 0));
}

Palette loom_palette() {
  Palette palette{};
  palette[kNothingSent] = {128, 128, 128, 32};
  palette[kNewSetting] = {0, 0, 0, 200};
  for (int label = 0; label < kPaintedLabels; ++label) {
    Colour colour = label_colour(label);
    base::at(palette, label_index(label, false)) = colour;
    colour.alpha = 72;
    base::at(palette, label_index(label, true)) = colour;
  }
  return palette;
}

Picture paint_loom(const std::vector<SendingRow>& rows, SlotWindow window, const LoomLook& look) {
  Painter painter(window, look, static_cast<int>(rows.size()));
  for (std::size_t r = 0; r < rows.size(); ++r) painter.row(static_cast<int>(r), rows[r]);
  return painter.take();
}

std::string loom(const std::vector<SendingRow>& rows, SlotWindow window, const LoomLook& look,
                 base::Picoseconds slot, const std::string& picture) {
  const int pitch = look.row_height;
  const double height = static_cast<double>(pitch) * static_cast<double>(rows.size());
  std::string out = fmt::format(
      "<div class=\"wide\"><svg viewBox=\"0 0 {0} {1}\" role=\"img\"><title>{2}</title>\n<image "
      "x=\"{3}\" y=\"4\" "
      "width=\"{4}\" height=\"{5}\" preserveAspectRatio=\"none\" style=\"image-rendering:"
      "pixelated\" href=\"{6}\"/>\n",
      kLeft + kPlot + 4, height + 32, escape(picture), kLeft, kPlot, height,
      png_uri(paint_loom(rows, window, look), loom_palette()));
  // A name for each row, or for so many that names do not overlap.
  const std::size_t every = base::index(std::max(1, (kLeastName + 4) / std::max(1, pitch)));
  for (std::size_t r = 0; r < rows.size(); r += every) {
    const double y = 4 + static_cast<double>(pitch) * static_cast<double>(r);
    out += text(kLeft - 8, y + std::max(pitch, kLeastName) / 2.0 + 4, "end", rows[r].name);
    if (pitch < kLeastName + 4) continue;
    out += fmt::format("<path class=\"grid\" d=\"M{} {:.1f}H{}\"/>\n", kLeft, y, kLeft + kPlot);
  }
  return out + time_axis(window, slot, height + 4) + "</svg></div>\n";
}

}  // namespace jacquard::report
