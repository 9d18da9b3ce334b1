import makeDecoder from "@jsquash/jpeg/codec/dec/mozjpeg_dec.js";
import type { Photo } from "../read/image/image.ts";

/** A `WebAssembly.Module`, in a word that needs no library of types of browsers. */
export type CompiledModule = object;

/** How programs made by Emscripten ask for an instance of themselves. */
export type InstantiateWasm = (imports: object, onInstance: (instance: Instance) => void) => object;

interface Instance {
  readonly exports: object;
}

/** Gives instances of a module that is compiled already, since isolates compile nothing while they run. */
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
 * Makes a decoder of JPEG; it throws where one is damaged. One memory serves all of them, since what each would leave
 * behind is collected too late for an isolate.
 */
export function makeJpegDecoder(module: CompiledModule): (bytes: Uint8Array) => Promise<Photo> {
  let decoder: JpegDecoder | undefined;
  return async (bytes) => {
    decoder ??= await openDecoder(module);
    let picture: Picture | null;
    try {
      picture = decoder.decode(bytes, false);
    } catch (thrown) {
      // A memory in which it broke off is not used for another picture.
      decoder = undefined;
      throw thrown;
    }
    if (picture === null) throw new Error("The JPEG is damaged.");
    return withoutOpacity(picture);
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

/** A photograph has three bytes a pixel. */
function withoutOpacity({ width, height, data }: Picture): Photo {
  const colours = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; to < colours.length; from += 4, to += 3) {
    colours[to] = data[from] as number;
    colours[to + 1] = data[from + 1] as number;
    colours[to + 2] = data[from + 2] as number;
  }
  return { width, height, data: colours };
}
