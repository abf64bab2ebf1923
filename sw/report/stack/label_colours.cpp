// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/stack/label_colours.hpp"

#include <fmt/format.h>

#include "jacquard/report/html/text.hpp"

namespace jacquard::report {

Colour label_colour(int label) {
  static constexpr std::array<Colour, 7> colours = {{{0, 114, 178, 255},
                                                     {213, 94, 0, 255},
                                                     {0, 158, 115, 255},
                                                     {204, 121, 167, 255},
                                                     {138, 109, 0, 255},
                                                     {86, 180, 233, 255},
                                                     {85, 85, 85, 255}}};
  return base::at(colours, base::index(label) % colours.size());
}

std::string label_css(int label) {
  const Colour c = label_colour(label);
  return fmt::format("rgb({},{},{})", c.red, c.green, c.blue);
}

std::string swatch(const std::string& css_colour, const std::string& name) {
  return fmt::format(
      "<span><svg width=\"14\" height=\"12\"><rect width=\"14\" height=\"12\" fill=\"{}\"/>"
      "</svg>{}</span>\n",
      css_colour, escape(name));
}

std::string label_legend(const std::vector<std::string>& labels, const std::string& more) {
  std::string html = "<div class=\"legend\">\n";
  for (std::size_t l = 0; l < labels.size(); ++l) {
    html += swatch(label_css(static_cast<int>(l)), labels[l]);
  }
  return html + more + "</div>\n";
}

}  // namespace jacquard::report
