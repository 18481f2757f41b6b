"""A flag on a canvas; the planted bug: enlarged, it is drawn the wrong way round."""

from toy_apps.serving import Page

PAGE = """<!doctype html><title>Flag</title><button id=big>Enlarge</button>
<canvas aria-label=Flag width=60 height=40></canvas>
<script>
const flag=document.querySelector('canvas');
const draw=(left,right)=>{const pen=flag.getContext('2d');
pen.fillStyle=left;pen.fillRect(0,0,flag.width/2,flag.height);
pen.fillStyle=right;pen.fillRect(flag.width/2,0,flag.width/2,flag.height);
pen.strokeStyle='white';pen.beginPath();pen.arc(flag.width/2,flag.height/2,9,0,7);pen.stroke()};
draw('#c00','#00c');
big.onclick=()=>setTimeout(()=>{flag.width=180;flag.height=120;draw(%s)},80);
</script>"""


def pages(variant: str) -> dict[str, Page]:
    """The app's pages; `variant` is `buggy` or `healthy`."""
    return {"/": PAGE % ("'#00c','#c00'" if variant == "buggy" else "'#c00','#00c'")}
