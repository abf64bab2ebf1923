// SPDX-License-Identifier: Apache-2.0
// The colours of all pages and pictures, each with its twin on a dark ground.
#pragma once

#include <array>
#include <cstddef>
#include <string>

namespace jacquard::report {

struct Tone {
  const char* name;   // of the style sheet's variable
  const char* light;  // "#0072b2"
  const char* dark;
};

// Words and grounds keep a contrast of 4.5 (WCAG 2.1, AA) in both. Marks take Okabe and Ito's
// colours, which all kinds of colour vision tell apart. `loss` is a guard and nothing else.
inline constexpr std::array<Tone, 20> kTones = {{
    {"ink", "#1b1f24", "#e6edf3"},   {"soft", "#59636e", "#9198a1"},
    {"line", "#d1d9e0", "#3d444d"},  {"back", "#ffffff", "#0d1117"},
    {"panel", "#f6f8fa", "#151b23"}, {"bar", "#0072b2", "#56a8e8"},
    {"loss", "#e69f00", "#e69f00"},  {"mark", "#c14500", "#ff8c42"},
    {"good", "#00785a", "#2cc295"},  {"pause", "#b15a8c", "#e59cc4"},
    {"rest", "#c4ccd4", "#4a525b"},  {"c0", "#0072b2", "#56a8e8"},
    {"c1", "#d55e00", "#ff8c42"},    {"c2", "#009e73", "#2cc295"},
    {"c3", "#cc79a7", "#e59cc3"},    {"c4", "#8a6d00", "#d9c04f"},
    {"c5", "#56b4e9", "#9ad4f5"},    {"c6", "#555555", "#b8bfc7"},
    {"black", "#000000", "#ffffff"}, {"grey", "#767d85", "#8b929a"},
}};

inline constexpr std::size_t kLineTones = 7;  // c0 to c6
inline constexpr const char* kGuardTone = "#e69f00";
inline constexpr const char* kRestTone = "#c4ccd4";  // time in which nothing is done

// Light colour of line or part k; after kLineTones they begin anew.
const char* line_tone(std::size_t k);

// Of letters on a box of this light colour; in the dark they turn with the box, or stay.
const char* ink_on(const std::string& colour);

// ":root { --ink: #1b1f24; ... }", and the dark ones for readers who prefer these.
std::string palette_variables();

// Rules that turn shapes with a light colour of kTones as attribute dark for readers who prefer
// that.
std::string dark_twins();

// The <style> of a picture that stands alone: its shapes bear light colours of kTones as attributes
// (fill="#0072b2"), which every program draws; browsers take the dark twins where these are due.
std::string picture_style();

// What a stand-alone SVG begins with: the tag, its title, its style and its ground.
std::string picture_head(double width, double height, const std::string& title);

}  // namespace jacquard::report
