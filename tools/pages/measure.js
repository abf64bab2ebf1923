// SPDX-License-Identifier: Apache-2.0
// Faults of the page that is open: a list of lines. `narrow` asks for letters of 10 pixels or more.
(narrow => {
  const kLeast = 10;      // pixels of a letter's em
  const kContrast = 4.5;  // WCAG 2.1, AA
  const faults = [];
  const root = document.documentElement;
  const alone = root.localName === 'svg';
  const words = text => JSON.stringify(text.trim().replace(/\s+/g, ' ').slice(0, 50));

  const colour = css => {
    const [r, g, b, a = 1] = (css.match(/[\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
    return {r, g, b, a};
  };
  const over = (top, below) => {
    const mix = k => top[k] * top.a + below[k] * (1 - top.a);
    return {r: mix('r'), g: mix('g'), b: mix('b'), a: 1};
  };
  const luminance = c => {
    const part = v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    return 0.2126 * part(c.r) + 0.7152 * part(c.g) + 0.0722 * part(c.b);
  };
  const contrast = (a, b) => {
    const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  };
  // A page that knows no dark scheme has a white ground in the dark too.
  const dark = matchMedia('(prefers-color-scheme: dark)').matches &&
               getComputedStyle(root).colorScheme.includes('dark');
  const behind = node => {
    const grounds = [];
    for (let e = node; e; e = e.parentElement) {
      const c = colour(getComputedStyle(e).backgroundColor);
      if (c.a > 0) grounds.push(c);
      if (c.a === 1) break;
    }
    const page = dark && !alone ? {r: 18, g: 18, b: 18, a: 1} : {r: 255, g: 255, b: 255, a: 1};
    return grounds.reverse().reduce((below, top) => over(top, below), page);
  };
  // The last shape that is drawn before the text and lies below its middle; null below a bitmap.
  const drawn_behind = (text, box) => {
    const x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2;
    let below = behind(text.ownerSVGElement);
    for (const shape of text.ownerSVGElement.querySelectorAll('rect, circle, polygon, image')) {
      if (!(shape.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING)) break;
      const s = shape.getBoundingClientRect();
      if (x < s.left || x > s.right || y < s.top || y > s.bottom) continue;
      if (shape.localName === 'image') return null;
      const style = getComputedStyle(shape);
      if (style.fill === 'none') continue;
      const fill = colour(style.fill);
      fill.a *= Number(style.fillOpacity) * Number(style.opacity);
      below = over(fill, below);
    }
    return below;
  };
  const scroller = node => {
    for (let e = node; e && e !== document.body; e = e.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(e).overflowX)) return e;
    }
    return null;
  };

  const texts = [];
  const hidden = e => {
    const style = getComputedStyle(e);
    return style.visibility === 'hidden' || style.display === 'none' || Number(style.opacity) === 0;
  };
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!node.data.trim() || parent.closest('head, title, style, script') || hidden(parent)) continue;
    const text = parent.closest('text');
    if (text) {
      if (texts.length && texts[texts.length - 1].element === text) continue;
      const m = text.getScreenCTM(), box = text.getBoundingClientRect();
      const turned = Math.abs(m.b) > 1e-6;
      texts.push({element: text, svg: text.ownerSVGElement, boxes: [box], turned, data: text.textContent,
                  em: parseFloat(getComputedStyle(text).fontSize) * Math.hypot(m.a, m.b)});
      continue;
    }
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter(b => b.width > 0.5 && b.height > 0.5);
    if (!boxes.length) continue;
    texts.push({element: parent, boxes, data: node.data,
                em: parseFloat(getComputedStyle(parent).fontSize)});
  }
  if (!texts.length) faults.push('no text at all');

  for (const t of texts) {
    if (narrow && t.em < kLeast) {
      faults.push(`${words(t.data)} has letters of ${t.em.toFixed(1)} px, below ${kLeast}`);
    }
    for (const box of t.boxes) {
      if (t.svg) {
        const frame = t.svg.getBoundingClientRect();
        const out = Math.max(frame.left - box.left, box.right - frame.right, frame.top - box.top - 2,
                             box.bottom - frame.bottom - 2);
        if (out > 1) faults.push(`${words(t.data)} leaves its picture by ${out.toFixed(0)} px`);
      } else {
        let block = t.element;
        while (block.parentElement && getComputedStyle(block).display === 'inline') {
          block = block.parentElement;
        }
        const frame = block.getBoundingClientRect();
        const out = Math.max(frame.left - box.left, box.right - frame.right);
        if (out > 1.5 && block !== scroller(t.element)) {
          faults.push(`${words(t.data)} leaves its box by ${out.toFixed(0)} px`);
        }
      }
      const inside = scroller(t.element);
      if (!alone && !inside && (box.left < -1 || box.right > innerWidth + 1)) {
        faults.push(`${words(t.data)} is cut at the edge of the window`);
      }
      for (let e = t.element; e && e !== document.body && e !== inside; e = e.parentElement) {
        if (e.ownerSVGElement || e.localName === 'svg') continue;
        if (!/hidden|clip/.test(getComputedStyle(e).overflowX)) continue;
        const frame = e.getBoundingClientRect();
        if (box.right > frame.right + 1 || box.bottom > frame.bottom + 2) {
          faults.push(`${words(t.data)} is clipped`);
        }
      }
    }
    const style = getComputedStyle(t.element);
    const below = t.svg ? drawn_behind(t.element, t.boxes[0]) : behind(t.element);
    if (!below) continue;
    const ink = colour(t.svg ? style.fill : style.color);
    if (t.svg) ink.a *= Number(style.fillOpacity) * Number(style.opacity);
    const ratio = contrast(over(ink, below), below);
    if (ratio < kContrast) {
      faults.push(`${words(t.data)} has a contrast of ${ratio.toFixed(2)}, below ${kContrast}`);
    }
  }

  // Letters fill the middle of their box: what overlaps there cannot be read.
  const letters = texts.flatMap(t => t.boxes.map(b => {
    const x = t.turned ? 0.25 * b.width : Math.min(1, b.width / 4);
    const y = t.turned ? 1 : 0.25 * b.height;
    return {t, left: b.left + x, right: b.right - x, top: b.top + y, bottom: b.bottom - y};
  })).sort((a, b) => a.top - b.top);
  for (let i = 0; i < letters.length; ++i) {
    const a = letters[i];
    for (let k = i + 1; k < letters.length && letters[k].top < a.bottom; ++k) {
      const b = letters[k];
      if (a.t === b.t || a.right <= b.left || b.right <= a.left) continue;
      if (scroller(a.t.element) !== scroller(b.t.element)) continue;
      faults.push(`${words(a.t.data)} and ${words(b.t.data)} overlap`);
    }
  }

  if (!alone) {
    const wide = document.scrollingElement.scrollWidth - innerWidth;
    if (wide > 0) faults.push(`the page is ${wide} px wider than the window`);
  }
  for (const image of document.images) {
    if (!image.naturalWidth) faults.push(`an image does not load: ${image.alt}`);
  }
  return [...new Set(faults)];
})
