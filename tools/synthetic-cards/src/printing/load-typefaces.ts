import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { GlobalFonts } from "@napi-rs/canvas";

/** A typeface as lists of families, the first of which that has a letter draws it. */
export type Typeface = {
  readonly name: string;
  readonly regular: string;
  readonly bold: string;
  readonly italic: string;
};

const names = ["arimo", "roboto", "noto-sans", "open-sans", "be-vietnam-pro"] as const;
/** Files come by script; these two hold every letter of Vietnamese. */
const scripts = ["latin", "vietnamese"] as const;

const { resolve } = createRequire(import.meta.url);
let loaded: readonly Typeface[] | undefined;

/** Makes the typefaces known to the canvas, once a process, and lists them. */
export function loadTypefaces(): readonly Typeface[] {
  if (loaded === undefined) {
    register(join(dirname(resolve("bwip-js")), "../fonts/OCRB7.ttf"), ocrB);
    loaded = names.map((name) => ({
      name,
      regular: registerCut(name, "400-normal"),
      bold: registerCut(name, "700-normal"),
      italic: registerCut(name, "400-italic"),
    }));
  }
  return loaded;
}

/** The family of the machine-readable lines. */
export const ocrB = "synthetic-ocr-b";

function registerCut(name: string, cut: string): string {
  const folder = join(dirname(resolve(`@fontsource/${name}`)), "files");
  const families = scripts.map((script) => `synthetic-${name}-${script}-${cut}`);
  for (const [i, script] of scripts.entries()) {
    register(join(folder, `${name}-${script}-${cut}.woff2`), families[i] ?? "");
  }
  return families.join(", ");
}

function register(path: string, family: string): void {
  if (GlobalFonts.registerFromPath(path, family) === null)
    throw new Error(`No font could be read: ${family}`);
}
