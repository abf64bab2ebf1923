# SPDX-License-Identifier: Apache-2.0
"""DCQCN and PFC: what the switch says back to a sender, and what the sender does."""

from kit import PART, Picture


def picture():
    drawn = Picture(216, "Two loops hold a packet network back: DCQCN and PFC",
                    "The switch marks packets of a long queue. The receiver returns a CNP, and "
                    "the sender cuts its rate. A full memory pauses the link itself.")
    drawn.box(8, 84, 104, 48, "sender\nrate, alpha")
    drawn.box(184, 84, 112, 48, "switch\nqueue, memory")
    drawn.box(384, 84, 88, 48, "receiver")
    drawn.arrow((112, 108), (184, 108), colour=PART[0])
    drawn.words(148, 100, "data", "middle")
    drawn.arrow((296, 108), (384, 108), colour=PART[0])
    drawn.words(340, 100, "RED mark", "middle")
    drawn.arrow((428, 84), (428, 40), (60, 40), (60, 84), colour=PART[1])
    drawn.words(240, 30, "ACK with CNP: cut by alpha / 2", "middle")
    drawn.arrow((240, 132), (240, 172), (60, 172), (60, 132), colour=PART[3])
    drawn.words(150, 190, "XOFF: memory full", "middle")
    drawn.words(250, 160, "PFC stops the whole link,")
    drawn.words(250, 178, "DCQCN slows one flow.")
    return drawn
