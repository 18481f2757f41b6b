import pytest

from browser.reports.pages import pages_of

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_texts_of_others_are_shown_and_never_run(attacked_site, visit):
    window = await visit()

    for path in pages_of(attacked_site):
        page = await window.open(attacked_site, path)
        await window.enliven_charts()
        assert await page.evaluate("window.attacked") is None, path
        assert await page.locator("main script, main style, main [onerror]").count() == 0, path
        assert await page.locator("[href^='javascript:']").count() == 0, path
        assert await page.locator("h1").is_visible(), path

    assert window.complaints == []
    assert [url for url in window.requests if not url.startswith(attacked_site.as_uri())] == []


async def test_what_an_agent_wrote_can_be_read_word_for_word(attacked_site, visit):
    window = await visit()
    trial = next(path for path in pages_of(attacked_site) if path.startswith("trials/"))
    page = await window.open(attacked_site, trial)

    message = await page.locator("#timeline .message").inner_text()

    assert "<script>window.attacked = 1</script>" in message
    assert "{{ 7 * 7 }} ⟦U+202E⟧" in message


async def test_a_page_that_was_broken_into_could_still_run_and_load_nothing(site, visit):
    window = await visit()
    page = await window.open(site, "index.html")

    await page.evaluate(
        """() => {
            document.body.insertAdjacentHTML("beforeend",
                "<img src='http://127.0.0.1:9/x.png'><b onclick='window.attacked = 1'>b</b>");
            const script = document.createElement("script");
            script.textContent = "window.attacked = 1";
            document.body.append(script);
        }"""
    )
    await page.locator("body > b").click()

    assert await page.evaluate("window.attacked") is None
    policy = [text for text in window.complaints if "Content Security Policy" in text]
    assert len(policy) >= 3


async def test_no_file_outside_the_evidence_came_into_the_site(attacked_site):
    taken = [path.name for path in attacked_site.rglob("*") if path.name == "run.json"]

    assert taken == []
