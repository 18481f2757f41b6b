import asyncio

import pytest

from bugsweep.sandboxes.finishing import begin, finish


async def test_an_ending_goes_on_when_its_waiter_is_cancelled_again_and_again():
    gate, ended = asyncio.Event(), []

    async def ending():
        await gate.wait()
        ended.append(True)

    waiter = asyncio.ensure_future(finish(ending()))
    for _ in range(3):
        await asyncio.sleep(0)
        waiter.cancel()
    await asyncio.sleep(0)
    assert not waiter.done()

    gate.set()
    with pytest.raises(asyncio.CancelledError):
        await waiter
    assert ended == [True]


async def test_an_ending_that_fails_says_so():
    async def ending():
        raise LookupError("why")

    with pytest.raises(LookupError, match="why"):
        await finish(ending())


async def test_what_was_made_for_a_cancelled_waiter_is_undone():
    gate, undone = asyncio.Event(), []

    async def making():
        await gate.wait()
        return "thing"

    async def undo(thing):
        undone.append(thing)

    waiter = asyncio.ensure_future(begin(making(), undo))
    await asyncio.sleep(0)
    waiter.cancel()
    gate.set()

    with pytest.raises(asyncio.CancelledError):
        await waiter
    assert undone == ["thing"]


async def test_what_was_made_in_peace_is_handed_over():
    async def making():
        return "thing"

    async def undo(thing):
        raise AssertionError(thing)

    assert await begin(making(), undo) == "thing"
