const STAINS = {
  'Eosin': [222, 120, 158],
  'Haematoxylin': [92, 74, 160],
  'Fast green': [72, 158, 110],
  'Orange G': [232, 156, 60],
  'no tissue': [27, 26, 32],
};
const slide = document.querySelector('#slide');

const viewer = OpenSeadragon({
  animationTime: 0.2,
  drawer: 'canvas',
  gestureSettingsMouse: { clickToZoom: false, dblClickToZoom: false },
  id: 'viewer',
  maxZoomPixelRatio: 12,
  showNavigationControl: false,
  tileSources: `/slides/${slide.value}.dzi`,
  visibilityRatio: 1,
});
viewer.canvas.setAttribute('role', 'img');
viewer.canvas.setAttribute('aria-label', 'Slide');

// The view as it is drawn, which follows the buttons with a short animation.
function viewText() {
  const { viewport } = viewer;
  const parts = [`${viewport.getZoom(true).toFixed(1)}×`];
  if (viewport.getFlip()) parts.push('flipped');
  const turned = Math.round(viewport.getRotation(true));
  if (turned) parts.push(`turned by ${turned}°`);
  return parts.join(', ');
}

function cell(text) {
  return Object.assign(document.createElement('td'), { textContent: text });
}

function showReadings(readings) {
  document.querySelector('#readings').replaceChildren(...readings.map((reading, index) => {
    const row = document.createElement('tr');
    row.append(cell(`${index + 1}`), cell(reading.slide), cell(reading.view), cell(reading.stain));
    return row;
  }));
}

// The stain whose colour is nearest to what is drawn under the pointer.
function stainAt({ clientX, clientY }) {
  const { canvas } = viewer.drawer;
  const box = canvas.getBoundingClientRect();
  const scale = canvas.width / box.width;
  const spot = [(clientX - box.left) * scale, (clientY - box.top) * scale].map(Math.round);
  const [red, green, blue] = canvas.getContext('2d').getImageData(...spot, 1, 1).data;
  const distance = ([r, g, b]) => (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
  return Object.keys(STAINS).sort((a, b) => distance(STAINS[a]) - distance(STAINS[b]))[0];
}

viewer.addHandler('canvas-click', async (event) => {
  if (!event.quick) return;
  const reading = {
    slide: slide.selectedOptions[0].text,
    view: viewText(),
    stain: stainAt(event.originalEvent),
  };
  const response = await fetch('/api/readings', { method: 'POST', body: JSON.stringify(reading) });
  showReadings(await response.json());
});

const BUTTONS = {
  flip: (viewport) => viewport.toggleFlip(),
  turn: (viewport) => viewport.setRotation((viewport.getRotation() + 90) % 360),
  in: (viewport) => viewport.zoomBy(1.5).applyConstraints(),
  out: (viewport) => viewport.zoomBy(1 / 1.5).applyConstraints(),
  whole: (viewport) => viewport.goHome(),
};
for (const [id, act] of Object.entries(BUTTONS)) {
  document.querySelector(`#${id}`).addEventListener('click', () => act(viewer.viewport));
}
slide.addEventListener('change', () => viewer.open(`/slides/${slide.value}.dzi`));
viewer.addHandler('open', () => {
  viewer.viewport.setFlip(false);
  viewer.viewport.setRotation(0, true);
  viewer.viewport.goHome(true);
});
viewer.addHandler('update-viewport', () => {
  document.querySelector('#view').textContent = viewText();
});

fetch('/api/readings').then((response) => response.json()).then(showReadings);
