import makeDecoder from "@jsquash/jpeg/codec/dec/mozjpeg_dec.js";
import type { Photo } from "../read/image/image.ts";

/** A `WebAssembly.Module`, typed without the DOM or Workers types. */
export type CompiledModule = object;

/** The hook by which Emscripten programs instantiate their module. */
export type InstantiateWasm = (imports: object, onInstance: (instance: Instance) => void) => object;

interface Instance {
  readonly exports: object;
}

/** Instantiates a compiled module. Isolates of Workers cannot compile WebAssembly at run time. */
export function makeInstantiateWasm(module: CompiledModule): InstantiateWasm {
  const { WebAssembly: wasm } = globalThis as unknown as {
    readonly WebAssembly: { readonly Instance: new (module: CompiledModule, imports: object) => Instance };
  };
  return (imports, onInstance) => {
    const instance = new wasm.Instance(module, imports);
    onInstance(instance);
    return instance.exports;
  };
}

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

interface JpegDecoder {
  decode(bytes: Uint8Array, preserveOrientation: boolean): Picture | null;
}

/**
 * Makes a JPEG decoder that throws if an image is damaged. All images share one WebAssembly memory: with one for each, garbage
 * collection would come too late for an isolate of 128 MB.
 */
export function makeJpegDecoder(module: CompiledModule): (bytes: Uint8Array) => Promise<Photo> {
  let decoder: JpegDecoder | undefined;
  return async (bytes) => {
    decoder ??= await openDecoder(module);
    let picture: Picture | null;
    try {
      picture = decoder.decode(bytes, false);
    } catch (thrown) {
      // The memory may be inconsistent now, so the next image gets a new one.
      decoder = undefined;
      throw thrown;
    }
    if (picture === null) throw new Error("The JPEG is damaged.");
    return withoutAlpha(picture);
  };
}

function openDecoder(module: CompiledModule): Promise<JpegDecoder> {
  return makeDecoder({
    instantiateWasm: makeInstantiateWasm(module),
    noInitialRun: true,
    locateFile: (name: string) => name,
    printErr: () => {},
  });
}

/** Drops the alpha channel. */
function withoutAlpha({ width, height, data }: Picture): Photo {
  const colours = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; to < colours.length; from += 4, to += 3) {
    colours[to] = data[from] as number;
    colours[to + 1] = data[from + 1] as number;
    colours[to + 2] = data[from + 2] as number;
  }
  return { width, height, data: colours };
}
