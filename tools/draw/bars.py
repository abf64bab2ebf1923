# SPDX-License-Identifier: Apache-2.0
"""Groups of bars with measured numbers, which the page's table has too."""

from kit import PART, Picture

NAMES, BAR = 150, 11


def bars(title, description, series, groups, unit):
    """`series`: names of colours. `groups`: (name, a number of each series)."""
    height = 34 + len(groups) * (len(series) * BAR + 12)
    drawn = Picture(height, title, description)
    place = 8
    for k, name in enumerate(series):
        drawn.key(place, 18, [(PART[k], name)])
        place += 34 + len(name) * 8
    most = max(max(values) for _, values in groups)
    for g, (name, values) in enumerate(groups):
        top = 32 + g * (len(series) * BAR + 12)
        drawn.words(8, top + len(series) * BAR / 2 + 5, name)
        for k, value in enumerate(values):
            long = (480 - NAMES - 90) * value / most
            drawn.rect(NAMES, top + k * BAR, long, BAR - 2, PART[k], PART[k])
        last = (480 - NAMES - 90) * max(values) / most
        drawn.words(NAMES + last + 6, top + len(series) * BAR / 2 + 4, f"{min(values):.4g} {unit}")
    return drawn
