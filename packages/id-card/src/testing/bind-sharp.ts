import sharp from "sharp";
import type { ImagesBinding } from "../edge/shrink-by-platform.ts";

type Transform = Parameters<ReturnType<ImagesBinding["input"]>["transform"]>[0];

/** An Images binding by sharp. Like miniflare's, it ignores the EXIF orientation. */
export function bindSharp(): ImagesBinding {
  return {
    input: (image) => {
      const transforms: Transform[] = [];
      const transformer: ReturnType<ImagesBinding["input"]> = {
        transform: (options) => {
          transforms.push(options);
          return transformer;
        },
        output: async () => {
          const drawn = sharp(await new Response(image).arrayBuffer());
          for (const { rotate, width, height } of transforms) {
            if (rotate !== undefined) drawn.rotate(rotate);
            if (width !== undefined && height !== undefined)
              drawn.resize(width, height, { fit: "inside", withoutEnlargement: true });
          }
          const jpeg = await drawn.jpeg().toBuffer();
          return { response: () => new Response(Uint8Array.from(jpeg)) };
        },
      };
      return transformer;
    },
  };
}
