# SPDX-License-Identifier: Apache-2.0
"""Logs the collectives of a PyTorch training script without a cluster. See docs/genstack_log.md."""
