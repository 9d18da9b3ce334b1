import { type Algorithm, defaultAlgorithms, readAlgorithms } from "@trading-oms/access";
import { UsageFault } from "./usage-fault.ts";

/** Finds the algorithms that a server with the same settings takes; a first key is made by the first of them. */
export function findAlgorithms({
  AUTH_ALGORITHMS: text,
}: Readonly<Record<string, string | undefined>>): readonly Algorithm[] {
  if (!text) return defaultAlgorithms;
  const read = readAlgorithms(text);
  if (read.kind === "refused") throw new UsageFault(`AUTH_ALGORITHMS can't be used. ${read.message}`);
  return read.algorithms;
}
