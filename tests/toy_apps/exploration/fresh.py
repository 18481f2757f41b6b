"""A toy app that is made anew for each place, as an Image is."""

from contextlib import asynccontextmanager

from bugsweep.exploration.target import Place
from toy_apps.serving import serve


class ToyTarget:
    """Serves `make()` afresh for each block."""

    name = "toy"
    is_ours = True
    is_apart = True

    def __init__(self, make, driver):
        self._make, self._driver = make, driver

    @asynccontextmanager
    async def fresh(self):
        with serve(self._make()) as url:
            async with self._driver.open_browser() as browser:
                yield Place(browser, url)
