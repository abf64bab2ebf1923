# SPDX-License-Identifier: Apache-2.0
"""What order streams, events, steps and hints put into a log."""
import unittest

from support import ToolTest


def brief(lines):
    return [(line["op"], line["stream"], line.get("wait_of"), line.get("detached", False))
            for line in lines]


class Streams(ToolTest):
    def test_side_streams(self):
        lines = self.log(2, """
            x, side = torch.randn(5).cuda(), torch.cuda.Stream()
            with torch.cuda.stream(side):
                dist.all_reduce(x)
            side.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(side):
                dist.all_reduce(x)
                dist.all_reduce(x)
            torch.cuda.current_stream().wait_stream(side)
            torch.cuda.current_stream().wait_stream(side)
            """).lines()
        # Before the side stream waits for the main one, and after its one wait is used up, its
        # calls do not wait for the main stream's computation.
        self.assertEqual(brief(lines), [
            ("all_reduce", "stream_1", None, True), ("all_reduce", "stream_1", None, False),
            ("all_reduce", "stream_1", None, True), ("wait", "main", 2, False)])
        self.assertTrue(all(line["async_handle"] for line in lines[:3]))

    def test_events(self):
        lines = self.log(2, """
            x, side, ready, done = torch.randn(5), torch.cuda.Stream(), torch.cuda.Event(), None
            ready.record()
            side.wait_event(ready)
            with torch.cuda.stream(side):
                dist.all_reduce(x)
                done = side.record_event()
                dist.all_reduce(x)
            done.wait()
            """).lines()
        self.assertEqual(brief(lines)[0], ("all_reduce", "stream_1", None, False))
        self.assertEqual(brief(lines)[2], ("wait", "main", 0, False))

    def test_synchronize_waits_for_all(self):
        lines = self.log(2, """
            x, side = torch.randn(5), torch.cuda.Stream()
            with torch.cuda.stream(side):
                dist.all_reduce(x)
            dist.all_reduce(x, async_op=True)
            torch.cuda.synchronize()
            """).lines()
        self.assertEqual(brief(lines)[2:], [("wait", "main", 0, False), ("wait", "main", 1, False)])

    def test_phases_and_micro_batches(self):
        lines = self.log(2, """
            from torch.profiler import record_function
            dist.broadcast(torch.randn(5), 0)
            net = nn.Linear(4, 4)
            optimizer = torch.optim.SGD(net.parameters(), lr=1)
            net.weight.register_hook(lambda grad: dist.all_reduce(grad))
            for number in range(2):
                with record_function(f"phase=forward micro_batch={number}"):
                    y = net(torch.randn(3, 4)).sum()
                    dist.all_reduce(y)
                y.backward()
            optimizer.register_state = dist.barrier()
            optimizer.step()
            """).lines()
        self.assertEqual([(line["op"], line["phase"], line.get("micro_batch")) for line in lines],
                         [("broadcast", "setup", None), ("all_reduce", "forward", 0),
                          ("all_reduce", "backward", None), ("all_reduce", "forward", 1),
                          ("all_reduce", "backward", None), ("barrier", "forward", None),
                          ("compute", "optimizer", None)])

    def test_steps(self):
        text = """
            net = nn.Linear(4, 4)
            optimizer = torch.optim.Adam(net.parameters())
            schedule = torch.optim.lr_scheduler.StepLR(optimizer, 1)
            dist.broadcast(torch.ones(9), 0)
            for step in range(3):
                optimizer.zero_grad()
                net(torch.randn(3, 4)).sum().backward()
                dist.all_reduce(torch.ones(step + 1))
                optimizer.step()
                schedule.step()
                dist.barrier()
            """
        def said(*options):
            return [(call["op"], call.get("shape"), call["call_id"], call["seq"])
                    for call in self.log(2, text, options=options).calls()]
        self.assertEqual(said(), [("barrier", None, 0, 0), ("all_reduce", [3], 1, 1)])
        self.assertEqual(said("--step", "2"), [("barrier", None, 0, 0), ("all_reduce", [2], 1, 1)])
        self.assertEqual(said("--step", "1"), [("broadcast", [9], 0, 0), ("all_reduce", [1], 1, 1)])
        self.assertEqual(len(said("--step", "all")), 7)

    def test_no_work_is_lost(self):
        """The FLOPs of all lines are those of the script."""
        lines = self.log(2, """
            x = torch.randn(8, 8)
            x @ x
            work = dist.all_reduce(x, async_op=True)
            x @ x
            work.wait()
            x @ x
            """).lines()
        self.assertEqual(sum(line["compute_flops_before"] for line in lines), 3 * 2 * 8**3)
        self.assertEqual(lines[-1]["op"], "compute")


if __name__ == "__main__":
    unittest.main()
