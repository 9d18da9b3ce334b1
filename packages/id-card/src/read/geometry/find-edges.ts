import type { Photo } from "../image/photo.ts";

/** Where brightness or colour changes sharply, thinned to lines a pixel wide. */
export interface Edges {
  readonly width: number;
  readonly height: number;
  /** How sharp the change is at each pixel; 0 beside an edge and where there is none. */
  readonly strength: Float32Array;
  /** The direction across the edge in whole degrees, 0 to 179. */
  readonly direction: Uint8Array;
}

/** Finds edges by the channel that changes most, since a card may be as bright as its table but seldom as red. */
export function findEdges(photo: Photo): Edges {
  const { width, height } = photo;
  const strength = new Float32Array(width * height);
  const direction = new Uint8Array(width * height);
  const smooth = smoothChannels(photo);
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) measure(smooth, width, y * width + x, strength, direction);
  }
  return { width, height, strength: thin(width, height, strength, direction), direction };
}

/** A mean of three by three keeps noise from being taken for edges. */
function smoothChannels({ width, height, data }: Photo): Float32Array {
  const rows = new Float32Array(data.length);
  const stride = width * 3;
  for (let y = 0; y < height; y += 1) {
    for (let i = y * stride + 3; i < (y + 1) * stride - 3; i += 1) {
      rows[i] = (data[i - 3] as number) + 2 * (data[i] as number) + (data[i + 3] as number);
    }
  }
  const smooth = new Float32Array(data.length);
  for (let i = stride; i < data.length - stride; i += 1) {
    smooth[i] = ((rows[i - stride] as number) + 2 * (rows[i] as number) + (rows[i + stride] as number)) / 16;
  }
  return smooth;
}

function measure(
  smooth: Float32Array,
  width: number,
  index: number,
  strength: Float32Array,
  direction: Uint8Array,
): void {
  const stride = width * 3;
  let best = 0;
  let bestX = 0;
  let bestY = 0;
  for (let i = index * 3; i < index * 3 + 3; i += 1) {
    const x = (smooth[i + 3] as number) - (smooth[i - 3] as number);
    const y = (smooth[i + stride] as number) - (smooth[i - stride] as number);
    const size = x * x + y * y;
    if (size <= best) continue;
    best = size;
    bestX = x;
    bestY = y;
  }
  strength[index] = Math.sqrt(best);
  const degrees = Math.round((Math.atan2(bestY, bestX) * 180) / Math.PI);
  direction[index] = (degrees + 360) % 180;
}

/** Keeps a pixel only where neither neighbour across the edge is stronger. */
function thin(width: number, height: number, strength: Float32Array, direction: Uint8Array): Float32Array {
  const thinned = new Float32Array(strength.length);
  const steps = [1, width + 1, width, width - 1];
  for (let index = width; index < width * (height - 1); index += 1) {
    const here = strength[index] as number;
    if (here < strengthMin) continue;
    const step = steps[Math.round((direction[index] as number) / 45) % 4] as number;
    if (here >= (strength[index - step] as number) && here > (strength[index + step] as number)) {
      thinned[index] = here;
    }
  }
  return thinned;
}

const strengthMin = 6;
