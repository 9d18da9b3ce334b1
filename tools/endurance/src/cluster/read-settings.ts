import { parseArgs } from "node:util";

/** What a run is to do. */
export type Settings = { readonly seconds: number; readonly seed: number; readonly help: boolean };

/** Long enough for one outage of each kind. */
const shortSeconds = "40";

/** Reads the words of the command line; whatever is wrong with them is a sentence. */
export function readSettings(
  words: readonly string[],
  newSeed: number,
): Settings | { readonly fault: string } {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        short: { type: "boolean", default: false },
        seconds: { type: "string" },
        seed: { type: "string", default: String(newSeed) },
        help: { type: "boolean", default: false },
      },
    });
    const { short, seed, seconds = short ? shortSeconds : "300", help } = values;
    for (const [name, value] of Object.entries({ seconds, seed })) {
      if (!/^\d{1,9}$/.test(value)) return { fault: `--${name} ${value} is no whole number.` };
    }
    return { seconds: Number(seconds), seed: Number(seed), help };
  } catch (failure) {
    return { fault: failure instanceof Error ? failure.message : String(failure) };
  }
}
