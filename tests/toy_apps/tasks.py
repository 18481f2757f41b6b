"""A task list; the planted bug: a new name is shown and not saved."""

import json

from toy_apps.serving import Answer, Page, Request

PAGE = """<!doctype html><title>Tasks</title><h1>Tasks</h1><ul aria-label=Tasks></ul>
<label>New name <input id=name></label><button id=save>Save</button>
<script>
const list=document.querySelector('ul');
const show=names=>{list.innerHTML='';for(const n of names){let l=document.createElement('li');
l.textContent=n;list.append(l)}};
fetch('/api').then(r=>r.json()).then(show);
save.onclick=()=>fetch('/api',{method:'POST',body:name.value||document.getElementById('name').value})
.then(r=>r.json()).then(show);
</script>"""


def pages(variant: str) -> dict[str, Page]:
    """The app's pages; `variant` is `buggy` or `healthy`."""
    names = ["Milk", "Tea"]

    def api(request: Request) -> Answer:
        shown = list(names)
        if request.body:
            shown[0] = request.body.decode()
            if variant == "healthy":
                names[0] = shown[0]
        return Answer(json.dumps(shown), kind="application/json")

    return {"/": PAGE, "/api": api}
