# SPDX-License-Identifier: Apache-2.0
"""python3 tools/genstack --ranks N --out LOGDIR SCRIPT [script's arguments]"""
import os
import sys

sys.dont_write_bytecode = True  # the tree stays as it is
here = os.path.dirname(os.path.abspath(__file__))
# The script must not find our files by their short names.
sys.path[0] = os.path.dirname(here)

from genstack.cli import main  # noqa: E402

sys.exit(main(sys.argv[1:]))
