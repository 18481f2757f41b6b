"""Beginning and ending things in one piece, even when the one who waits is cancelled."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import TypeVar

T = TypeVar("T")


async def begin(
    making: Coroutine[object, object, T], undo: Callable[[T], Coroutine[object, object, None]]
) -> T:
    """Await `making`; when cancelled meanwhile, undo what it makes all the same."""
    task = asyncio.ensure_future(making)
    try:
        await asyncio.wait([task])
    except asyncio.CancelledError:
        await finish(_undone(task, undo))
        raise
    return task.result()


async def finish(ending: Coroutine[object, object, None]) -> None:
    """Await `ending` to its end; a cancellation that arrives meanwhile is raised afterwards."""
    task = asyncio.ensure_future(ending)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            # Waiting raises nothing of the task's own: a cancellation seen here is the waiter's.
            await asyncio.wait([task])
        except asyncio.CancelledError as error:
            cancelled = error
    task.result()
    if cancelled is not None:
        raise cancelled


async def _undone(
    task: asyncio.Future[T], undo: Callable[[T], Coroutine[object, object, None]]
) -> None:
    await asyncio.wait([task])
    if task.exception() is None:
        await undo(task.result())
