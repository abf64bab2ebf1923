# SPDX-License-Identifier: Apache-2.0
"""torch.cuda as scripts use it, without a GPU: streams and events keep their order in the log."""
import types

import torch


class Stream:
    """A stream: it remembers the last call made on it, which whoever waits for it waits for.

    A call on it begins without waiting for the computation of the main stream, unless the stream
    was made to wait for that one (or `follows_main` all the time): else the call is `detached`."""
    count = 0

    def __init__(self, device=None, priority=0, name=None, follows_main=False, **kwargs):
        if name is None:
            Stream.count += 1
            name = f"stream_{Stream.count}"
        self.name, self.last, self.waited = name, None, {}
        self.follows_main, self.behind_main = follows_main, False

    def wait_stream(self, other):
        self.behind_main |= other is Streams.main
        self._wait(other.last)

    def made(self, call):
        """A call was issued on this stream."""
        if not (self.follows_main or self.behind_main):
            call["detached"] = True
        self.last, self.behind_main = call, False

    def wait_event(self, event):
        self.behind_main |= event.of_main
        self._wait(event.last)

    def _wait(self, call):
        # Waits are transitive along a stream, and the same call is waited for once.
        if call is not None and self.waited.get(id(call)) is None:
            self.waited[id(call)] = call
            current, Streams.recorder.stream = Streams.recorder.stream, self.name
            Streams.recorder.wait(call)
            Streams.recorder.stream = current

    def synchronize(self):
        Streams.current._wait(self.last)

    def query(self):
        return True

    def record_event(self, event=None):
        event = event or Event()
        event.record(self)
        return event


class Event:
    def __init__(self, *args, **kwargs):
        self.last, self.of_main = None, False

    def record(self, stream=None):
        stream = stream or Streams.current
        self.last, self.of_main = stream.last, stream is Streams.main

    def wait(self, stream=None):
        (stream or Streams.current).wait_event(self)

    def synchronize(self):
        Streams.current._wait(self.last)

    def query(self):
        return True

    def elapsed_time(self, other):
        return 1.0


class Streams:
    recorder = None
    main = Stream(name="main")
    current = main


class on_stream:
    """with torch.cuda.stream(s): calls are made on s."""

    def __init__(self, stream):
        self.stream = stream

    def __enter__(self):
        self.before = Streams.current
        if self.stream is not None:
            self._switch(self.stream)
        return self

    def __exit__(self, *error):
        self._switch(self.before)
        return False

    @staticmethod
    def _switch(stream):
        Streams.current, Streams.recorder.stream = stream, stream.name


def remember_calls(recorder):
    """Each call made on a side stream becomes the last of that stream."""
    plain_call = recorder.call

    def call(*args, **kwargs):
        line = plain_call(*args, **kwargs)
        if Streams.current is not Streams.main:
            Streams.current.made(line)
        return line
    recorder.call = call


def synchronize(device=None):
    """The host waits for whatever was begun and not waited for."""
    recorder = Streams.recorder
    waited = {id(line["wait_of"]) for line in recorder.lines if line["op"] == "wait"}
    for line in list(recorder.lines):
        if line.get("async_handle") and id(line) not in waited:
            Streams.main._wait(line)


class no_context:
    def __init__(self, *args, **kwargs):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False


class GradScaler:
    """Loss scaling changes no message but the value it reads: it is the identity here."""

    def __init__(self, *args, **kwargs):
        pass

    def scale(self, outputs):
        return outputs

    def unscale_(self, optimizer):
        pass

    def step(self, optimizer, *args, **kwargs):
        return optimizer.step(*args, **kwargs)

    def update(self, new_scale=None):
        pass

    def get_scale(self):
        return 1.0

    def is_enabled(self):
        return True

    def state_dict(self):
        return {}

    def load_state_dict(self, state):
        pass


def install(recorder, local_rank, devices):
    Streams.recorder = recorder
    remember_calls(recorder)
    cuda = torch.cuda
    properties = types.SimpleNamespace(name="spoofed", major=8, minor=0, total_memory=80 * 10**9,
                                       multi_processor_count=108)
    answers = {
        "is_available": True, "is_initialized": True, "is_bf16_supported": True,
        "device_count": devices, "current_device": local_rank, "get_device_name": "spoofed",
        "get_device_capability": (8, 0), "get_device_properties": properties,
        "memory_allocated": 0, "max_memory_allocated": 0, "memory_reserved": 0,
        "max_memory_reserved": 0, "memory_stats": {}, "mem_get_info": (80 * 10**9, 80 * 10**9),
        "initial_seed": 0, "memory_summary": "", "get_rng_state_all": [], "default_stream":
        Streams.main, "init": None, "set_device": None, "empty_cache": None,
        "manual_seed": None, "manual_seed_all": None, "seed": None, "seed_all": None,
        "reset_peak_memory_stats": None, "reset_max_memory_allocated": None, "ipc_collect": None,
        "set_rng_state": None, "set_rng_state_all": None, "set_per_process_memory_fraction": None,
    }
    for name, answer in answers.items():
        setattr(cuda, name, lambda *args, _answer=answer, **kwargs: _answer)
    plain_state = torch.get_rng_state
    cuda.get_rng_state = lambda *args, **kwargs: plain_state()
    cuda.current_stream = lambda device=None: Streams.current
    cuda.Stream, cuda.Event, cuda.stream = Stream, Event, on_stream
    cuda.device = no_context
    cuda.synchronize = synchronize
    cuda.set_stream = on_stream._switch
    cuda.amp.GradScaler = cuda.amp.grad_scaler.GradScaler = GradScaler
    for name in ("range_push", "range_pop", "mark", "range"):
        setattr(cuda.nvtx, name, no_context if name == "range" else lambda *args, **kwargs: 0)
