import { parseArgs } from "node:util";

/** What a rehearsal is told. */
export type RehearsalSettings = {
  readonly chromiumPath: string;
  /** A Node 20 of the caller's; undefined for one that is found on the PATH. */
  readonly node20Path: string | undefined;
  /** Whether the scratch folder stays, to look at. */
  readonly keep: boolean;
  readonly help: boolean;
};

/** Reads command line and environment; what is wrong with them comes back as a sentence. */
export function readSettings(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): RehearsalSettings | { readonly fault: string } {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: { keep: { type: "boolean", default: false }, help: { type: "boolean", default: false } },
    });
    return {
      ...values,
      chromiumPath: environment["CHROMIUM_PATH"] || "/usr/bin/chromium",
      node20Path: environment["NODE_20_PATH"] || undefined,
    };
  } catch (failure) {
    return { fault: failure instanceof Error ? failure.message : String(failure) };
  }
}
