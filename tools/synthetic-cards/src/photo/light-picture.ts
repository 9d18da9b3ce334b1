import { cardSize } from "../printing/open-sheet.ts";
import type { PhotoPlan, Point } from "./photo-plan.ts";
import type { Projection } from "./project-card.ts";
import { carry } from "./project-card.ts";
import type { Raster } from "./raster.ts";

/** Lights the picture: brighter to one side, darker beyond the edge of a shadow, with a glare where the card throws light back. */
export function lightPicture(picture: Raster, plan: PhotoPlan, projection: Projection | undefined): void {
  const { width, height, data } = picture;
  const { slope, shadow, brightness, cast } = plan;
  const slopeX = Math.cos((slope.angle * Math.PI) / 180) * slope.strength;
  const slopeY = Math.sin((slope.angle * Math.PI) / 180) * slope.strength;
  const shadowX = Math.cos((shadow.angle * Math.PI) / 180);
  const shadowY = Math.sin((shadow.angle * Math.PI) / 180);
  const glare = glareOf(plan, projection);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const right = x / width - 0.5;
      const down = y / height - 0.5;
      const beyond = shadowX * right + shadowY * down - shadow.at;
      const dark = shadow.strength === 0 ? 0 : shadow.strength / (1 + Math.exp(-beyond * 60));
      const light = brightness * (1 + slopeX * right + slopeY * down) * (1 - dark);
      const flash = glare(x, y);
      const at = (y * width + x) * 4;
      data[at] = brighten((data[at] ?? 0) * light * cast.red, flash);
      data[at + 1] = brighten((data[at + 1] ?? 0) * light, flash);
      data[at + 2] = brighten((data[at + 2] ?? 0) * light * cast.blue, flash);
    }
  }
}

function brighten(value: number, flash: number): number {
  return value + (255 - value) * flash;
}

function glareOf({ glare }: PhotoPlan, projection: Projection | undefined): (x: number, y: number) => number {
  if (glare.strength === 0 || projection === undefined) return () => 0;
  const spot: Point = { x: glare.at.x * cardSize.width, y: glare.at.y * cardSize.height };
  const center = carry(projection.toPicture, spot);
  const radius = glare.width * cardSize.width * projection.pixelsPerMm;
  return (x, y) => {
    const share = ((x - center.x) ** 2 + (y - center.y) ** 2 * 1.8) / radius ** 2;
    return share > 4 ? 0 : glare.strength * Math.exp(-share * 1.5);
  };
}
