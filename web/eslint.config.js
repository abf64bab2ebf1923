// SPDX-License-Identifier: Apache-2.0
import js from "@eslint/js";

const browser = Object.fromEntries(["document", "window", "location", "history", "navigator", "matchMedia", "getComputedStyle", "devicePixelRatio", "requestAnimationFrame",
  "ResizeObserver", "DecompressionStream", "Response", "Blob", "atob", "fetch", "performance", "console", "URL", "setTimeout", "clearTimeout"].map((name) => [name, "readonly"]));

export default [
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2022, sourceType: "module", globals: browser },
    rules: { "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }], "no-restricted-properties": ["error",
      { property: "innerHTML", message: "names come from strangers: set text" }, { property: "outerHTML" }, { property: "insertAdjacentHTML" }], "no-eval": "error", "no-implied-eval": "error" },
  },
];
