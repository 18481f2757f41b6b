import asyncio

from bugsweep.sandboxes.output import Collected, collect


async def test_the_beginning_is_kept_and_the_rest_is_counted():
    stream = asyncio.StreamReader()
    stream.feed_data(b"0123456789" * 20_000)
    stream.feed_eof()
    collected = Collected(limit_bytes=5)

    await collect(stream, collected)

    assert (collected.data, collected.size_bytes, collected.is_truncated) == (
        b"01234",
        200_000,
        True,
    )


def test_an_output_of_just_the_limit_is_whole():
    collected = Collected(limit_bytes=4)

    collected.add(b"ab")
    collected.add(b"cd")

    assert (collected.data, collected.is_truncated) == (b"abcd", False)


def test_what_comes_after_sealing_is_not_asked_for():
    collected = Collected(limit_bytes=4)
    collected.add(b"ab")
    collected.is_sealed = True

    collected.add(b"cdefgh")

    assert (collected.data, collected.is_truncated) == (b"ab", False)
