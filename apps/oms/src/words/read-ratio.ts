import { UsageFault } from "../usage-fault.ts";

/** Reads a ratio such as `0.5` into millionths. */
export function readRatio(name: string, text: string): bigint {
  const [, whole, fraction = ""] = /^(0|1)?(?:\.([0-9]{1,6}))?$/.exec(text) ?? [];
  const millionths = BigInt(whole ?? "0") * 1_000_000n + BigInt(fraction.padEnd(6, "0"));
  const isWritten = whole !== undefined || fraction !== "";
  if (isWritten && millionths <= 1_000_000n) return millionths;
  throw new UsageFault(
    `${name} is "${text}": write a decimal from 0 to 1 with at most six digits, such as 0.5.`,
  );
}
