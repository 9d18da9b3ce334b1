import { parseArgs } from "node:util";

/** What a run is to do. */
export type Settings = {
  readonly isShort: boolean;
  readonly seed: number;
  readonly episodeCountMin: number;
  readonly help: boolean;
};

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
        seed: { type: "string", default: String(newSeed) },
        episodes: { type: "string" },
        help: { type: "boolean", default: false },
      },
    });
    const { short, seed, episodes = short ? "200" : "1000", help } = values;
    for (const [name, value] of Object.entries({ seed, episodes })) {
      if (!/^\d{1,9}$/.test(value)) return { fault: `--${name} ${value} is no whole number.` };
    }
    return { isShort: short, seed: Number(seed), episodeCountMin: Number(episodes), help };
  } catch (failure) {
    return { fault: failure instanceof Error ? failure.message : String(failure) };
  }
}
