# SPDX-License-Identifier: Apache-2.0
"""1F1B of four stages and eight micro-batches; a backward pass takes twice a forward one."""

from kit import PART, REST, Picture, number

STAGES, BATCHES, FORWARD, BACKWARD = 4, 8, 1, 2


def order(stage):
    ahead = min(STAGES - stage, BATCHES)
    steps = [("F", b) for b in range(ahead)]
    for b in range(BATCHES):
        steps.append(("B", b))
        if ahead + b < BATCHES:
            steps.append(("F", ahead + b))
    return steps


def times():
    """{(kind, batch, stage): (from, to)}: a pass begins when its stage and its input are ready."""
    done, free, todo = {}, [0] * STAGES, [order(s) for s in range(STAGES)]
    while any(todo):
        for s in range(STAGES):
            while todo[s]:
                kind, b = todo[s][0]
                above = s - 1 if kind == "F" else s + 1
                if 0 <= above < STAGES and (kind, b, above) not in done:
                    break
                begin = max(free[s], done.get((kind, b, above), (0, 0))[1])
                free[s] = begin + (FORWARD if kind == "F" else BACKWARD)
                done[kind, b, s] = (begin, free[s])
                todo[s].pop(0)
    return done


def picture():
    done = times()
    end = max(to for _, to in done.values())
    busy = BATCHES * (FORWARD + BACKWARD)
    unit = 396 / end
    drawn = Picture(178, "A pipeline of four stages by 1F1B",
                    f"Eight micro-batches. Each stage works for {busy} of {end} units of time; "
                    "the rest are bubbles.")
    for s in range(STAGES):
        y = 10 + 28 * s
        drawn.words(8, y + 16, f"stage {s}")
        drawn.rect(72, y, end * unit, 24, REST, REST)
    for (kind, b, s), (begin, to) in sorted(done.items()):
        fill = PART[0] if kind == "F" else PART[2]
        drawn.rect(72 + begin * unit, 10 + 28 * s, (to - begin) * unit, 24, fill, "#ffffff")
        if kind == "B":
            drawn.words(72 + (begin + to) / 2 * unit, 26 + 28 * s, str(b), "middle", "#0a0a0a")
    drawn.key(72, 142, [(PART[0], "forward"), (PART[2], "backward"), (REST, "bubble")])
    drawn.words(72, 168, f"Bubble {end - busy} of {end}: (p - 1) / (m + p - 1) = "
                f"{number((STAGES - 1) / (BATCHES + STAGES - 1))}.")
    return drawn
