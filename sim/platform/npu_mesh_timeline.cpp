// SPDX-License-Identifier: Apache-2.0
#include "sim/platform/npu_mesh_timeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "jacquard/interop/trace_events.hpp"
#include "jacquard/report/html/palette.hpp"
#include "jacquard/report/html/text.hpp"

namespace jacquard::platform {
namespace {

using gemm::Op;
using gemm::OpKind;

constexpr int kLanes = 4;
constexpr std::array<const char*, kLanes> kNames = {"cores", "row links", "column links",
                                                    "depth links"};
// Okabe and Ito's colours.
constexpr std::array<const char*, kLanes> kColours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7"};
constexpr double kLeft = 96, kWidth = 840, kLane = 28, kTop = 40, kMemory = 180;

// -1: of none, in no time.
int lane_of(const Op& op) {
  if (op.kind == OpKind::multiply) return 0;
  return op.communicates() ? 1 + static_cast<int>(op.direction) : -1;
}

double gigabytes(base::Bytes bytes, base::Picoseconds interval) {
  return static_cast<double>(bytes.count()) / static_cast<double>(interval.count()) * 1e3;
}

class Picture {
 public:
  Picture(const MeshTimeline& timeline, const std::string& title) : t_(timeline) {
    for (const Op& op : ops()) {
      const int lane = lane_of(op);
      if (lane >= 0) used_[static_cast<std::size_t>(lane)] = true;
    }
    const double height = kTop + lanes() * kLane + kMemory + 60;
    out_ = report::picture_head(960, height, title);
    text(kLeft, 20, "start", title);
  }

  std::string draw() {
    draw_lanes();
    draw_memory();
    add("</svg>\n");
    return std::move(out_);
  }

 private:
  const std::vector<Op>& ops() const { return t_.run.program.ops; }
  int lanes() const { return static_cast<int>(std::count(used_.begin(), used_.end(), true)); }
  double x(base::Picoseconds at) const {
    return kLeft + kWidth * (at / std::max(t_.run.outcome.time, base::Picoseconds{1}));
  }
  template <class... Values>
  void add(const char* format, const Values&... values) {
    fmt::format_to(std::back_inserter(out_), fmt::runtime(format), values...);
  }
  void text(double at, double y, const char* anchor, const std::string& words) {
    add("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", at, y, anchor,
        report::escape(words));
  }

  void draw_lanes() {
    double y = kTop;
    for (int lane = 0; lane < kLanes; ++lane) {
      const auto index = static_cast<std::size_t>(lane);
      if (!used_[index]) continue;
      text(kLeft - 8, y + 18, "end", kNames[index]);
      for (std::size_t i = 0; i < ops().size(); ++i) {
        if (lane_of(ops()[i]) != lane) continue;
        const engine::Interval& when = base::at(t_.run.answer.intervals, i);
        if (when.length().count() == 0) continue;
        const double from = x(when.begin), width = x(when.end) - from;
        add("<rect x=\"{:.2f}\" y=\"{:.1f}\" width=\"{:.2f}\" height=\"{:.1f}\" fill=\"{}\" "
            "stroke=\"#ffffff\" stroke-width=\"0.5\"/>\n",
            from, y + 3, width, kLane - 6, kColours[index]);
        if (width < 24) continue;
        add("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\" fill=\"{}\">{}</text>\n",
            from + width / 2, y + 18, report::ink_on(kColours[index]), ops()[i].step);
      }
      y += kLane;
    }
  }

  void area(const char* colour, double bottom, double most, bool with_cores) {
    add("<path fill=\"{}\" d=\"M{:.2f},{:.2f}", colour, kLeft, bottom);
    const auto& traffic = t_.run.outcome.traffic;
    for (std::size_t i = 0; i < traffic.size(); ++i) {
      const base::Bytes bytes = traffic[i].links + (with_cores ? traffic[i].cores : base::Bytes{0});
      const double y = bottom - kMemory * gigabytes(bytes, t_.interval) / most;
      const auto n = static_cast<std::int64_t>(i);
      add(" L{:.2f},{:.2f} L{:.2f},{:.2f}", x(t_.interval * n), y,
          std::min(x(t_.interval * (n + 1)), kLeft + kWidth), y);
    }
    add(" L{:.2f},{:.2f} Z\"/>\n", kLeft + kWidth, bottom);
  }

  void draw_memory() {
    const double top = kTop + lanes() * kLane + 10, bottom = top + kMemory;
    const double peak = t_.peak.count() / 1e9;
    double most = peak;
    for (const auto& one : t_.run.outcome.traffic) {
      most = std::max(most, gigabytes(one.cores + one.links, t_.interval));
    }
    area(kColours[0], bottom, most, true);
    area(kColours[1], bottom, most, false);
    const double at_peak = bottom - kMemory * peak / most;
    add("<line x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#1b1f24\" "
        "stroke-dasharray=\"4 3\"/>\n",
        kLeft, kLeft + kWidth, at_peak, at_peak);
    add("<line x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#59636e\"/>\n",
        kLeft, kLeft + kWidth, bottom, bottom);
    text(kLeft - 8, at_peak + 4, "end", fmt::format("{:.0f} GB/s", peak));
    text(kLeft - 8, bottom, "end", "HBM");
    text(kLeft, bottom + 18, "start", "0");
    text(kLeft + kWidth, bottom + 18, "end",
         fmt::format("{:.3f} ms", t_.run.outcome.time / base::Picoseconds{1'000'000'000}));
    text(kLeft, bottom + 38, "start",
         "HBM: links' accesses (red) and cores' on top (blue); dashed: the memory's peak");
  }

  const MeshTimeline& t_;
  std::array<bool, kLanes> used_{};
  std::string out_;
};

}  // namespace

std::string timeline_svg(const MeshTimeline& timeline, const std::string& title) {
  return Picture(timeline, title).draw();
}

std::string timeline_trace(const MeshTimeline& timeline) {
  interop::TraceEvents events;
  events.metadata("process_name", 0, interop::TraceEvents::kNoThread, "\"name\":\"NPU 0\"");
  for (int lane = 0; lane < kLanes; ++lane) {
    events.metadata("thread_name", 0, lane,
                    fmt::format("\"name\":\"{}\"", kNames[static_cast<std::size_t>(lane)]));
  }
  const gemm::Program& program = timeline.run.program;
  for (std::size_t i = 0; i < program.ops.size(); ++i) {
    const Op& op = program.ops[i];
    const engine::Interval& when = base::at(timeline.run.answer.intervals, i);
    if (lane_of(op) < 0 || when.length().count() == 0) continue;
    events.begin_interval(0, lane_of(op), interop::exact_microseconds(when.begin.count()),
                          interop::exact_microseconds(when.length().count()));
    events.add("\"name\":\"{} {}\",\"args\":{{\"step\":{},\"buffer\":\"{}\"}}}}",
               op.kind == OpKind::multiply ? "product" : "transfer", op.step, op.step,
               program.buffer(op.to).name);
  }
  const auto& traffic = timeline.run.outcome.traffic;
  for (std::size_t i = 0; i < traffic.size(); ++i) {
    events.begin();
    events.add(
        "{{\"ph\":\"C\",\"pid\":0,\"name\":\"HBM GB/s\",\"ts\":{},"
        "\"args\":{{\"links\":{:.3f},\"cores\":{:.3f}}}}}",
        interop::exact_microseconds((timeline.interval * static_cast<std::int64_t>(i)).count()),
        gigabytes(traffic[i].links, timeline.interval),
        gigabytes(traffic[i].cores, timeline.interval));
  }
  return events.take();
}

}  // namespace jacquard::platform
