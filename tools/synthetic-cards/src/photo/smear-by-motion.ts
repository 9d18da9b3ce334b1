import type { PhotoPlan } from "./photo-plan.ts";
import type { Raster } from "./raster.ts";

/** Smears a picture along the way that the hand moved while the shutter was open. */
export function smearByMotion({ width, height, data }: Raster, { length, angle }: PhotoPlan["motion"]): void {
  if (length < 1) return;
  const source = data.slice();
  const steps = Math.ceil(length) + 1;
  const shifts = Array.from({ length: steps }, (_, step) => {
    const along = (step / (steps - 1) - 0.5) * length;
    return {
      x: Math.round(along * Math.cos((angle * Math.PI) / 180)),
      y: Math.round(along * Math.sin((angle * Math.PI) / 180)),
    };
  });
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let [red, green, blue] = [0, 0, 0];
      for (const shift of shifts) {
        const column = Math.min(width - 1, Math.max(0, x + shift.x));
        const row = Math.min(height - 1, Math.max(0, y + shift.y));
        const from = (row * width + column) * 4;
        red += source[from] ?? 0;
        green += source[from + 1] ?? 0;
        blue += source[from + 2] ?? 0;
      }
      const at = (y * width + x) * 4;
      data[at] = red / steps;
      data[at + 1] = green / steps;
      data[at + 2] = blue / steps;
    }
  }
}
