// Two scanned slides as pyramids of tiles, and an empty book of readings.
import { mkdirSync, writeFileSync } from 'node:fs';
import { crc32, deflateSync } from './png.mjs';

const WIDTH = 2048;
const HEIGHT = 1536;
const TILE = 256;
const EOSIN = [222, 120, 158];
const HAEMATOXYLIN = [92, 74, 160];
const FAST_GREEN = [72, 158, 110];
const ORANGE_G = [232, 156, 60];
// Stains of the four fields of a slide: upper left, upper right, lower left, lower right.
const SLIDES = {
  'liver-12': [EOSIN, HAEMATOXYLIN, FAST_GREEN, ORANGE_G],
  'kidney-3': [ORANGE_G, EOSIN, HAEMATOXYLIN, FAST_GREEN],
};

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}

function png(width, height, colourAt) {
  const rows = Buffer.alloc(height * (1 + 3 * width));
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows.set(colourAt(x, y), y * (1 + 3 * width) + 1 + 3 * x);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts]);
}

// Tissue in the stain of its field, with rows of darker nuclei.
function colour(fields, x, y) {
  const stain = fields[(y < HEIGHT / 2 ? 0 : 2) + (x < WIDTH / 2 ? 0 : 1)];
  const isNucleus = (x % 128 - 20) ** 2 + (y % 128 - 20) ** 2 < 120;
  return isNucleus ? stain.map((part) => part - 40) : stain;
}

function scan(name, fields) {
  const folder = `/srv/state/slides/${name}_files`;
  const deepest = Math.ceil(Math.log2(Math.max(WIDTH, HEIGHT)));
  for (let level = 0; level <= deepest; level += 1) {
    const scale = 2 ** (deepest - level);
    const [width, height] = [Math.ceil(WIDTH / scale), Math.ceil(HEIGHT / scale)];
    mkdirSync(`${folder}/${level}`, { recursive: true });
    for (let left = 0; left < width; left += TILE) {
      for (let top = 0; top < height; top += TILE) {
        const size = [Math.min(TILE, width - left), Math.min(TILE, height - top)];
        const tile = png(...size, (x, y) => colour(fields, (left + x) * scale, (top + y) * scale));
        writeFileSync(`${folder}/${level}/${left / TILE}_${top / TILE}.png`, tile);
      }
    }
  }
  const image = `<Image xmlns="http://schemas.microsoft.com/deepzoom/2008" Format="png" Overlap="0" TileSize="${TILE}">`;
  writeFileSync(
    `/srv/state/slides/${name}.dzi`,
    `<?xml version="1.0" encoding="UTF-8"?>\n${image}<Size Width="${WIDTH}" Height="${HEIGHT}"/></Image>\n`,
  );
}

for (const [name, fields] of Object.entries(SLIDES)) scan(name, fields);
writeFileSync('/srv/state/readings.json', '[]');
