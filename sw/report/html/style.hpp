// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace jacquard::report {

// The one style sheet of all pages, after palette_variables().
inline constexpr const char* kStyle = R"css(
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 24px 32px 64px; max-width: 1184px; background: var(--back);
  color: var(--ink); font: 15px/1.5 system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
h1 { font-size: 26px; margin: 8px 0 4px; overflow-wrap: anywhere; } h2 { font-size: 20px; margin: 40px 0 8px; }
h2 code { font-size: 17px; } h3 { font-size: 16px; margin: 0; }
h4 { font-size: 14px; margin: 12px 0 0; }
p, li { max-width: 78ch; margin: 8px 0; overflow-wrap: anywhere; }
code { font: 13px ui-monospace, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
pre { overflow-x: auto; font: 13px/1.4 ui-monospace, "DejaVu Sans Mono", monospace; }
.soft { color: var(--soft); } .good { color: var(--good); font-weight: 600; }
.bad { color: var(--mark); font-weight: 600; }
.facts { display: flex; flex-wrap: wrap; gap: 12px; margin: 16px 0; }
.fact { background: var(--panel); border: 1px solid var(--line); border-radius: 8px;
  padding: 8px 16px; } .fact b { display: block; font-size: 20px; }
.fact span { color: var(--soft); font-size: 13px; }
.scroll { overflow-x: auto; } table { border-collapse: collapse; font-size: 12.5px; }
th, td { padding: 4px 8px; border-bottom: 1px solid var(--line); text-align: right;
  white-space: nowrap; font-variant-numeric: tabular-nums; }
th { color: var(--soft); font-weight: 600; vertical-align: bottom; }
th:first-child, td:first-child { text-align: left; }
svg { display: block; max-width: 100%; height: auto; }
svg text { font: 13.5px system-ui, "Segoe UI", Arial, sans-serif; }
svg text:not([fill]) { fill: var(--ink); }
.chart { width: 100%; max-width: 560px; margin: 4px 0; }
.wide { overflow-x: auto; } .wide svg { width: 100%; min-width: 960px; }
svg text.soft { fill: var(--soft); } svg .grid { stroke: var(--line); fill: none; }
td.remark { text-align: left; white-space: normal; min-width: 32ch; }
svg .region { fill: var(--soft); }
.run { border-top: 1px solid var(--line); padding: 16px 0; }
.time { display: grid; grid-template-columns: auto 1fr; margin: 12px 0; font-size: 12px;
  color: var(--soft); column-gap: 6px; }
.time img { display: block; width: 100%; image-rendering: pixelated; border: 1px solid var(--line); }
.time .ports { position: relative; width: 2.2em; } .time .ticks { position: relative; height: 2.6em;
  grid-column: 2; } .time .name { grid-column: 2; text-align: center; }
.ports span { position: absolute; right: 0; transform: translateY(-50%); line-height: 1; }
.ticks span { position: absolute; transform: translateX(-50%); white-space: nowrap; }
.ticks span.last { transform: none; }
.ticks span::before { content: ""; position: absolute; left: 50%; top: -4px; height: 4px;
  border-left: 1px solid var(--soft); }
.ticks span.last::before { left: 100%; }
.legend { display: flex; flex-wrap: wrap; gap: 16px; align-items: center; font-size: 13px; }
.legend svg { display: inline-block; margin-right: 6px; vertical-align: -1px; }
.pair { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 500px), 1fr));
  gap: 16px 24px; margin: 12px 0; }
.pair h3 { overflow-wrap: anywhere; }
.legend i { display: inline-block; width: 28px; height: 12px; margin-right: 6px;
  border: 1px solid var(--line); vertical-align: -1px; }
@media (max-width: 600px) { body { padding: 12px 14px 40px; } h1 { font-size: 22px; }
  h2 { font-size: 18px; } .fact { padding: 6px 12px; } .fact b { font-size: 17px; }
  .legend { gap: 6px 14px; } }
)css";

}  // namespace jacquard::report