// SPDX-License-Identifier: Apache-2.0
#include "papers/madmax/findings_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "jacquard/base/at.hpp"
#include "jacquard/report/html/palette.hpp"
#include "jacquard/report/html/text.hpp"

namespace jacquard::studies::madmax {
namespace {

std::string shown(const std::optional<double>& value) {
  return value ? fmt::format("{:.3g}", *value) : "-";
}

std::string findings_table(const std::vector<Finding>& findings) {
  std::string text =
      "| conclusion | figure, holds if | printed | paper's rules | physical | verdict | decided by "
      "|\n|---|---|---|---|---|---|---|\n";
  for (const Finding& f : findings) {
    text += fmt::format("| {}: {} | {}, {} {:g} | {} | {} | {} | {} | {} |\n", f.claim.where,
                        f.claim.says, f.claim.figure, f.claim.is == Claim::Is::above ? ">" : "<",
                        f.claim.mark, f.claim.printed ? fmt::format("{:g}", *f.claim.printed) : "",
                        shown(f.paper), shown(f.physical), verdict_of(f), decided_by(f));
  }
  return text;
}

// What each departure alone makes of each figure; blank where it changes less than a percent.
std::string departures_table(const std::vector<Finding>& findings) {
  constexpr double least = 0.01;
  std::string head = "| finding | rules |", rule = "|---|---|";
  for (int d = 0; d < plan::kDepartures; ++d) {
    head += fmt::format(" {} |", plan::name_of(static_cast<plan::Departure>(d)));
    rule += "---|";
  }
  std::string text = head + " all |\n" + rule + "---|\n";
  for (const Finding& f : findings) {
    text += fmt::format("| {} | {} |", f.claim.id, shown(f.paper));
    for (int d = 0; d < plan::kDepartures; ++d) {
      const std::optional<double>& alone = base::at(f.alone, d);
      const bool same = alone && f.paper && std::abs(*alone / *f.paper - 1) < least;
      text += fmt::format(" {} |", same ? "" : shown(alone));
    }
    text += fmt::format(" {} |\n", shown(f.physical));
  }
  return text;
}

std::string ranks_table(const std::vector<Ranks>& ranks) {
  std::string text =
      "| model, task | fit, rules / physics | best by the rules | best physically | gains | rank "
      "of the former | its loss | tau |\n|---|---|---|---|---|---|---|---|\n";
  for (const Ranks& r : ranks) {
    text += fmt::format("| {}, {} | {} / {} of {} | {} | {} | {} / {} | {} | {} | {} |\n", r.model,
                        r.task == plan::TaskKind::inference ? "inference" : "training",
                        r.paper_fitting, r.physical_fitting, r.strategies, r.paper_best,
                        r.physical_best, shown(r.paper_gain), shown(r.physical_gain),
                        r.paper_best_rank ? fmt::format("{}", *r.paper_best_rank) : "does not fit",
                        r.paper_best_loss ? fmt::format("{:.3f}", *r.paper_best_loss) : "-",
                        shown(r.kendall_tau));
  }
  return text;
}

std::string volumes_table(const std::vector<ExchangeVolume>& volumes) {
  std::string text =
      "| devices | MB a direction, rules | pooled | ms a step, rules | pooled |\n"
      "|---|---|---|---|---|\n";
  for (const ExchangeVolume& v : volumes) {
    text +=
        fmt::format("| {} | {:.4g} | {:.4g} | {:.4g} | {:.4g} |\n", v.devices, v.paper_bytes / 1e6,
                    v.pooled_bytes / 1e6, static_cast<double>(v.paper_time.count()) / 1e9,
                    static_cast<double>(v.pooled_time.count()) / 1e9);
  }
  return text;
}

std::string runs_table(const std::vector<PublishedRun>& runs) {
  std::string text =
      "| devices | measured, TFLOP/s | step, s | rules, s | error | physical, s | error |\n"
      "|---|---|---|---|---|---|---|\n";
  for (const PublishedRun& r : runs) {
    const bool ran = r.refused.empty();
    text += fmt::format("| {} | {:g} | {:.1f} | {:.1f} | {:+.0f} % | {} | {} |\n", r.devices,
                        r.measured_tflops, r.measured_s, r.paper_s, 100 * r.paper_error(),
                        ran ? fmt::format("{:.1f}", r.physical_s) : r.refused,
                        ran ? fmt::format("{:+.0f} %", 100 * r.physical_error()) : "");
  }
  return text;
}

// The picture's axis: figure over mark, upside down where below is what holds; powers of 2.
constexpr int kLowest = -2, kHighest = 6;
constexpr double kLeft = 230, kRight = 700, kTop = 56, kStep = 20;

double across(double power) {
  return kLeft + (kRight - kLeft) * (power - kLowest) / (kHighest - kLowest);
}

double place(const Claim& claim, double value) {
  double away = std::log2(value / claim.mark);
  if (claim.is == Claim::Is::below) away = -away;
  return across(std::clamp<double>(away, kLowest, kHighest));
}

std::string line_of(const Finding& f, double y) {
  std::string svg = fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n",
                                kLeft - 8, y + 4, report::escape(f.claim.id));
  if (f.paper && f.physical) {
    svg +=
        fmt::format("<line x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{}\" y2=\"{}\" stroke=\"#767d85\"/>\n",
                    place(f.claim, *f.paper), place(f.claim, *f.physical), y, y);
  }
  if (f.paper) {
    svg += fmt::format(
        "<circle cx=\"{:.1f}\" cy=\"{}\" r=\"4\" fill=\"#ffffff\" stroke=\"#0072b2\" "
        "stroke-width=\"2\"/>\n",
        place(f.claim, *f.paper), y);
  }
  if (f.physical) {
    const char* colour = holds(f.claim, *f.physical) ? "#009e73" : "#d55e00";
    svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{}\" r=\"4\" fill=\"{}\"/>\n",
                       place(f.claim, *f.physical), y, colour);
  }
  return svg +
         fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", kRight + 10, y + 4, verdict_of(f));
}

}  // namespace

std::string markdown(const std::vector<Finding>& findings, const std::vector<Ranks>& ranks,
                     const std::vector<ExchangeVolume>& volumes,
                     const std::vector<PublishedRun>& runs) {
  std::string text = findings_table(findings) + "\n" + departures_table(findings);
  if (!ranks.empty()) text += "\n" + ranks_table(ranks);
  if (!volumes.empty()) text += "\n" + volumes_table(volumes);
  if (!runs.empty()) text += "\n" + runs_table(runs);
  return text;
}

std::string picture(const std::vector<Finding>& findings) {
  const double bottom = kTop + kStep * static_cast<double>(findings.size());
  std::string svg =
      report::picture_head(900, bottom + 20, "MAD-Max's conclusions") +
      "<text x=\"10\" y=\"18\" font-weight=\"bold\">MAD-Max's conclusions: by its rules (ring), "
      "physically (dot)</text>\n"
      "<text x=\"10\" y=\"36\">Right of the line a conclusion holds; one step is a factor of 2."
      "</text>\n";
  for (int power = kLowest; power <= kHighest; ++power) {
    const double x = across(power);
    svg +=
        fmt::format("<line x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1}\" y2=\"{2}\" stroke=\"{3}\"/>\n",
                    x, kTop - 10, bottom, power == 0 ? "#000000" : "#d1d9e0");
  }
  double y = kTop + kStep / 2;
  for (const Finding& f : findings) {
    svg += line_of(f, y);
    y += kStep;
  }
  return svg + "</svg>\n";
}

}  // namespace jacquard::studies::madmax
