import makeDecoder from "@jsquash/webp/codec/dec/webp_dec.js";
import type { Photo } from "../read/image/photo.ts";
import { fitFactor } from "./fit-factor.ts";
import { type CompiledModule, makeInstantiateWasm } from "./instantiate-wasm.ts";
import { RowCollector } from "./row-collector.ts";

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

interface WebpDecoder {
  decode(bytes: Uint8Array): Picture | null;
}

/**
 * Makes what decodes WebP; it throws where one is damaged. One memory serves all of them, since what each would leave
 * behind is collected too late for an isolate.
 */
export function makeWebpDecoder(module: CompiledModule): (bytes: Uint8Array) => Promise<Photo> {
  let decoder: WebpDecoder | undefined;
  const decode = (opened: WebpDecoder, bytes: Uint8Array): Picture | null => {
    try {
      return opened.decode(bytes);
    } catch (thrown) {
      // What broke off in its own memory can't be trusted with another picture.
      decoder = undefined;
      throw thrown;
    }
  };
  return async (bytes) => {
    decoder ??= await openDecoder(module);
    const picture = decode(decoder, bytes);
    if (picture === null) throw new Error("The WebP is damaged.");
    return collect(picture);
  };
}

function openDecoder(module: CompiledModule): Promise<WebpDecoder> {
  return makeDecoder({
    instantiateWasm: makeInstantiateWasm(module),
    noInitialRun: true,
    locateFile: (name: string) => name,
    printErr: () => {},
  });
}

/** Makes a photograph of a picture; what is not opaque lies on white. */
function collect({ width, height, data }: Picture): Photo {
  const collector = new RowCollector(width, height, fitFactor(width, height));
  const row = new Uint8Array(width * 3);
  for (let y = 0, from = 0; y < height; y += 1) {
    for (let to = 0; to < row.length; to += 3, from += 4) {
      const opacity = data[from + 3] as number;
      for (let k = 0; k < 3; k += 1)
        row[to + k] = ((data[from + k] as number) * opacity + 255 * (255 - opacity)) / 255;
    }
    collector.add(row);
  }
  return collector.photo;
}
