import { parseArgs } from "node:util";
import { type RuntimeName, runtimeNames } from "@trading-oms/scratch";
import { type CheckName, checkNames } from "./every-check.ts";

/** What a run is to do. */
export type Settings = {
  readonly only: CheckName | undefined;
  /** Another runtime than Node. */
  readonly on: RuntimeName | undefined;
  readonly isShort: boolean;
  readonly seed: number;
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
        only: { type: "string" },
        on: { type: "string" },
        short: { type: "boolean", default: false },
        seed: { type: "string", default: String(newSeed) },
        help: { type: "boolean", default: false },
      },
    });
    const only = checkNames.find((name) => name === values.only);
    if (values.only !== undefined && only === undefined) {
      return { fault: `--only ${values.only} is not known; there are ${checkNames.join(", ")}.` };
    }
    const on = runtimeNames.find((name) => name === values.on);
    if (values.on !== undefined && on === undefined) {
      return { fault: `--on ${values.on} is not known; there are ${runtimeNames.join(", ")}.` };
    }
    if (!/^\d{1,9}$/.test(values.seed)) return { fault: `--seed ${values.seed} is no whole number.` };
    return { only, on, isShort: values.short, seed: Number(values.seed), help: values.help };
  } catch (failure) {
    return { fault: failure instanceof Error ? failure.message : String(failure) };
  }
}
