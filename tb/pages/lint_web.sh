#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# lint_web.sh FOLDER: eslint of web/src, with packages of npm in FOLDER. Exit 77 where npm or its packages cannot be had.
set -euo pipefail
web=$(dirname "$(realpath "$0")")/../../web
command -v npm >/dev/null || { echo "not linted: no npm"; exit 77; }
mkdir -p "$1"
cp "$web"/package.json "$web"/package-lock.json "$web"/eslint.config.js "$1"
rm -rf "$1/src" && cp -r "$web/src" "$1"
cd "$1"
if ! [[ -d node_modules && -f node_modules/.lock && $(cat node_modules/.lock) == "$(sha256sum package-lock.json)" ]]; then
  npm ci --ignore-scripts --no-audit --no-fund >/dev/null 2>&1 || { echo "not linted: npm has no network"; exit 77; }
  sha256sum package-lock.json >node_modules/.lock
fi
npx --no-install eslint src
