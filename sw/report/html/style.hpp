// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace jacquard::report {

// The page's one style sheet. Marks use three colours of Okabe and Ito's set, which all kinds of
// colour vision tell apart.
inline constexpr const char* kStyle = R"css(
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #59636e; --line: #d1d9e0; --back: #fff;
  --panel: #f6f8fa; --bar: #0072b2; --loss: #e69f00; --mark: #d55e00; --good: #00785a; --pause: #cc79a7;
  --c0: #0072b2; --c1: #d55e00; --c2: #009e73; --c3: #cc79a7; --c4: #b98000; --c5: #56b4e9;
  --c6: #555555; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #9198a1; --line: #3d444d;
  --back: #0d1117; --panel: #151b23; --bar: #56b4e9; --loss: #e69f00; --mark: #ff8c42;
  --good: #2cc295; --pause: #e59cc3; --c0: #4ea1e0; --c1: #ff8c42; --c2: #2cc295; --c3: #e59cc3;
  --c4: #f0c040; --c5: #9ad4f5; --c6: #b8bfc7; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 24px 32px 64px; max-width: 1184px; background: var(--back);
  color: var(--ink); font: 15px/1.5 system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
h1 { font-size: 26px; margin: 8px 0 4px; } h2 { font-size: 20px; margin: 40px 0 8px; }
h2 code { font-size: 17px; } h3 { font-size: 16px; margin: 0; }
h4 { font-size: 14px; margin: 12px 0 0; }
p { max-width: 78ch; margin: 8px 0; }
code { font: 13px ui-monospace, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
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
svg text { fill: var(--ink); font: 12px system-ui, "Segoe UI", Arial, sans-serif; }
svg .soft { fill: var(--soft); } svg .grid { stroke: var(--line); fill: none; }
td.remark { text-align: left; white-space: normal; min-width: 32ch; }
svg .region { fill: var(--soft); }
.run { border-top: 1px solid var(--line); padding: 16px 0; }
.run img { display: block; width: 100%; image-rendering: pixelated; border: 1px solid var(--line);
  margin-top: 8px; }
.axis { display: flex; justify-content: space-between; color: var(--soft); font-size: 12px; }
.legend { display: flex; flex-wrap: wrap; gap: 16px; align-items: center; font-size: 13px; }
.legend svg { display: inline-block; margin-right: 6px; vertical-align: -1px; }
.pair { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 500px), 1fr));
  gap: 16px 24px; margin: 12px 0; }
.pair h3 { overflow-wrap: anywhere; }
.legend i { display: inline-block; width: 28px; height: 12px; margin-right: 6px;
  border: 1px solid var(--line); vertical-align: -1px; }
)css";

}  // namespace jacquard::report
