// SPDX-License-Identifier: Apache-2.0
// Slots by ports, coloured by parallelism, as a loom's pattern is drawn.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jacquard/report/html/picture.hpp"
#include "jacquard/report/stack/sending.hpp"

namespace jacquard::report {

struct SlotWindow {
  std::int64_t from = 0;
  std::int64_t to = 0;
  std::int64_t slots() const { return to - from; }
};

// Indices of loom_palette().
inline constexpr std::uint8_t kNothingSent = 0;
inline constexpr std::uint8_t kNewSetting = 1;
inline constexpr int kPaintedLabels = 120;  // more share colours
std::uint8_t label_index(int label, bool pale);

Palette loom_palette();

struct LoomLook {
  int width = 1000;                // pixels
  int row_height = 24;             // pixels
  std::optional<int> micro_batch;  // all others are pale
};

// A row of `row_height` pixels for each of `rows`. Each column of pixels is a time; in each row of
// it the colours have as much of the height as the labels have of the time, to half a pixel. Where
// slots are at least four pixels wide each is drawn by itself, a gap behind it. A mark goes before
// those in which the ports have a new setting.
Picture paint_loom(const std::vector<SendingRow>& rows, SlotWindow window, const LoomLook& look);

// The same as SVG with the rows' names and an axis of time from the beginning of the window.
// `picture` (HTML text) says what it shows.
std::string loom(const std::vector<SendingRow>& rows, SlotWindow window, const LoomLook& look,
                 base::Picoseconds slot, const std::string& picture);

}  // namespace jacquard::report
