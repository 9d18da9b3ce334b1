import type { Desk } from "./command.ts";

/** Says that tokens of a key are refused by servers with the same settings, where that is so. */
export function warnOfAlgorithm(
  { say }: Pick<Desk, "say">,
  algorithm: string,
  algorithms: readonly string[],
): void {
  if (algorithms.includes(algorithm)) return;
  const taken = algorithms.join(", ");
  say(
    `A server with these settings refuses what is signed by ${algorithm}: AUTH_ALGORITHMS is ${taken}. Add ${algorithm} to it, for servers as well.`,
  );
}
