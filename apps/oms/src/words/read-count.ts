import { UsageFault } from "../usage-fault.ts";
import { readAmount } from "./read-amount.ts";

/** Reads how many of something, within bounds. */
export function readCount(
  name: string,
  text: string,
  { countMin, countMax }: { readonly countMin: number; readonly countMax: number },
): number {
  const count = readAmount(name, text);
  if (count >= BigInt(countMin) && count <= BigInt(countMax)) return Number(count);
  throw new UsageFault(`${name} is ${text}: write ${countMin} to ${countMax}.`);
}
