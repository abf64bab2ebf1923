// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/store/design_text.hpp"

namespace jacquard::search {

DesignText::DesignText(const Space& space) {
  const std::vector<Knob>& knobs = space.knobs();
  Point point(knobs.size(), 0);
  bool list = false;
  for (std::size_t k = 0; k < knobs.size(); ++k) {
    const bool first = knobs[k].dimension <= 0;
    Piece piece;
    if (first) {
      piece.before = list ? "]," : k > 0 ? "," : "{";
      piece.before += config::Document(knobs[k].family).dump() + ":";
      list = knobs[k].dimension == 0;
      if (list) piece.before += "[";
    } else {
      piece.before = ",";
    }
    for (std::size_t value = 0; value < knobs[k].values.size(); ++value) {
      point[k] = static_cast<std::uint16_t>(value);
      const config::Document shown = space.show(point).at(knobs[k].family);
      piece.values.push_back(
          (shown.is_array() ? shown.at(static_cast<std::size_t>(knobs[k].dimension)) : shown)
              .dump());
    }
    point[k] = 0;
    pieces_.push_back(std::move(piece));
  }
  end_ = knobs.empty() ? "{}" : list ? "]}" : "}";
}

void DesignText::write(const Point& point, std::string& text) const {
  text.clear();
  for (std::size_t k = 0; k < pieces_.size(); ++k) {
    text += pieces_[k].before;
    text += pieces_[k].values[point[k]];
  }
  text += end_;
}

}  // namespace jacquard::search
