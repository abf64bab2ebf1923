# SPDX-License-Identifier: Apache-2.0
"""A photonic module: requests look into the tags, HBM answers hits, DDR5 fills and takes writes."""

from kit import PART, Picture


def picture():
    drawn = Picture(236, "HBM as a write-through cache before DDR5",
                    "A request comes over the optical lanes and looks into the tags. A hit reads "
                    "HBM. A miss fetches a whole line from DDR5, which fills HBM. Writes go to "
                    "DDR5.")
    drawn.box(8, 60, 56, 44, "XPU")
    drawn.box(134, 60, 92, 44, "tags\n(SRAM)")
    drawn.box(326, 60, 146, 44, "HBM, 64\npseudo-channels")
    drawn.box(134, 166, 92, 44, "registers\nof misses")
    drawn.box(326, 166, 146, 44, "DDR5, 16\nsub-channels")
    drawn.arrow((64, 82), (134, 82), colour=PART[0])
    drawn.words(99, 74, "lanes", "middle")
    drawn.arrow((226, 82), (326, 82), colour=PART[0])
    drawn.words(276, 74, "read, hit", "middle")
    drawn.arrow((180, 104), (180, 166), colour=PART[1])
    drawn.words(172, 139, "read, miss", "end")
    drawn.arrow((226, 196), (326, 196), colour=PART[1])
    drawn.words(276, 214, "whole line", "middle")
    drawn.arrow((440, 166), (440, 104), colour=PART[1])
    drawn.words(432, 140, "fill", "end")
    drawn.arrow((218, 104), (332, 166), colour=PART[2])
    drawn.words(284, 130, "every write", "start")
    drawn.arrow((399, 60), (399, 28), (36, 28), (36, 60), colour=PART[0])
    drawn.words(218, 20, "answers to reads", "middle")
    return drawn
