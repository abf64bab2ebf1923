# SPDX-License-Identifier: Apache-2.0
"""Ordinary lines of training scripts, run on tensors without data."""
import unittest

from support import ToolTest


class Meta(ToolTest):
    def runs(self, text, *options):
        log = self.log(2, text, options=options)
        self.assertNotIn("error", self.said)
        return log

    def test_tensors_have_shapes_and_no_data(self):
        self.runs("""
            for x in (torch.zeros(3, 4), torch.empty((3, 4)), torch.randn(3, 4, device="cuda"),
                      torch.full((3, 4), 2.0), torch.ones(3, 4).cuda(), torch.rand(3, 4).to(0),
                      torch.tensor([[1.0] * 4] * 3), torch.Tensor(3, 4), torch.FloatTensor(3, 4),
                      torch.zeros(4, 3).t().to("cuda:1"), torch.randn(3, 4).to(torch.device("cuda")),
                      torch.cuda.FloatTensor(3, 4), torch.empty(3, 4).new_zeros(3, 4),
                      torch.zeros_like(torch.empty(3, 4), device="cuda")):
                assert x.is_meta and x.shape == (3, 4), x
            assert torch.randn(3).half().to(torch.float64).dtype == torch.float64
            assert torch.randn(3).to("cuda", torch.half).dtype == torch.half
            assert torch.randn(3).to(torch.empty(1, dtype=torch.double)).dtype == torch.double
            assert nn.Linear(3, 4).cuda().half().weight.is_meta
            assert nn.Linear(3, 4).to("cuda").weight.is_meta
            assert nn.Linear(3, 4, device="cuda").weight.is_meta
            """)

    def test_small_whole_numbers_stay_real(self):
        self.runs("""
            assert torch.arange(5).tolist() == [0, 1, 2, 3, 4]
            assert torch.tensor([3, 4]).cuda().sum().item() == 7
            assert torch.tensor([3, 4]).float().is_meta is False
            assert sorted(torch.randperm(5).tolist()) == [0, 1, 2, 3, 4]
            assert torch.zeros(4, dtype=torch.int32).tolist() == [0] * 4
            assert torch.arange(10**6).is_meta
            loader = torch.utils.data.DataLoader(list(range(10)), batch_size=5, shuffle=True)
            assert sum(int(batch.sum()) for batch in loader) == 45
            sampler = torch.utils.data.distributed.DistributedSampler(list(range(10)))
            assert len(list(sampler)) == 5
            """)

    def test_reading_a_value_gives_a_stand_in_and_a_note(self):
        self.runs("""
            loss = torch.randn(4).sum()
            print(f"{loss:.3f}", loss.item(), float(loss), loss, loss.cpu().numpy())
            if torch.isnan(loss):
                raise RuntimeError("not reached")
            dist.all_reduce(torch.ones(int(loss.item())))
            """)
        self.assertRegex(self.said, r"1 is taken .*: script\.py:12, script\.py:9")

    def test_a_value_may_be_assumed(self):
        log = self.runs("""
            mask = torch.randn(100) > 0
            rows = mask.nonzero()
            dist.all_reduce(torch.ones(rows.shape[0]))
            count = mask.sum()
            dist.all_reduce(torch.ones(count.item()))
            """, "--assume", "script.py:9=50", "--assume", "script.py:12=60")
        self.assertEqual([call["shape"] for call in log.calls()], [[50], [60]])

    def test_models_of_every_day(self):
        self.runs("""
            class Net(nn.Module):
                def __init__(self):
                    super().__init__()
                    self.head = nn.Sequential(nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.ReLU(),
                                              nn.MaxPool2d(2), nn.AdaptiveAvgPool2d(1),
                                              nn.Flatten(), nn.Dropout(0.1), nn.Linear(8, 10))
                def forward(self, x):
                    return self.head(x)
            net = nn.SyncBatchNorm.convert_sync_batchnorm(Net()).cuda()
            net = nn.SyncBatchNorm.convert_sync_batchnorm(net)
            net = Net().cuda()
            scaler = torch.cuda.amp.GradScaler()
            optimizer = torch.optim.AdamW(net.parameters())
            for images in range(2):
                with torch.cuda.amp.autocast():
                    loss = nn.functional.cross_entropy(net(torch.randn(4, 3, 32, 32).cuda()),
                                                       torch.randint(10, (4,)).cuda())
                scaler.scale(loss).backward()
                scaler.unscale_(optimizer)
                torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
                scaler.step(optimizer)
                scaler.update()
                optimizer.zero_grad(set_to_none=True)
            nn.TransformerEncoderLayer(16, 2)(torch.randn(5, 2, 16)).sum().backward()
            nn.LSTM(8, 8)(torch.randn(3, 2, 8))[0].sum().backward()
            nn.Embedding(10, 4)(torch.randint(10, (5,))).sum().backward()
            nn.functional.one_hot(torch.randint(10, (5,)), 10)
            torch.save(net.state_dict(), "/nowhere/at/all.pt")
            for optimizer in (torch.optim.Adam(net.parameters(), foreach=True),
                              torch.optim.SGD(net.parameters(), lr=1, momentum=1),
                              torch.optim.Adagrad(net.parameters())):
                for parameter in net.parameters():
                    parameter.grad = torch.zeros_like(parameter)
                optimizer.step()
            """)

    def test_cuda_calls_are_harmless(self):
        self.runs("""
            assert torch.cuda.is_available() and torch.cuda.device_count() == 8
            torch.cuda.set_device(rank)
            torch.cuda.manual_seed_all(1)
            torch.cuda.empty_cache()
            torch.cuda.reset_peak_memory_stats()
            torch.cuda.memory_allocated() + torch.cuda.max_memory_allocated()
            torch.cuda.get_device_properties(0).total_memory
            torch.cuda.nvtx.range_push("x")
            torch.cuda.nvtx.range_pop()
            start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            start.record(); end.record(); torch.cuda.synchronize(); start.elapsed_time(end)
            with torch.cuda.device(0):
                torch.randn(3, generator=torch.Generator(device="cuda").manual_seed(1))
            x = torch.randn(3, pin_memory=True).cuda(non_blocking=True)
            x.record_stream(torch.cuda.current_stream())
            torch.backends.cudnn.benchmark = True
            torch.set_rng_state(torch.get_rng_state())
            """)


if __name__ == "__main__":
    unittest.main()
