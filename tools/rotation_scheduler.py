#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A scheduler for `jacquard schedule --outside`: every rotation once (docs/schedulers.md).

    jacquard schedule --demand moe:16 --outside "python3 tools/rotation_scheduler.py"

Needs Python's standard library alone. Replace settings_of() by an idea of your own.
"""
import json
import sys


def settings_of(matrix):
    """Rotation k connects port i to port i + k, for as long as its largest entry needs."""
    n = len(matrix)
    settings = []
    for k in range(n):
        columns = [(i + k) % n for i in range(n)]
        hold = max(matrix[i][column] for i, column in enumerate(columns))
        if hold:
            settings.append({"columns": columns, "hold": hold})
    return settings


for line in sys.stdin:
    message = json.loads(line)
    if "demand" in message:
        answer = {"scheduler": "rotation", "settings": settings_of(message["demand"]["matrix"])}
        print(json.dumps(answer), flush=True)
