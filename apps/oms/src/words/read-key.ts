import { UsageFault } from "../usage-fault.ts";

/** Reads a key by which a repeat is known, as the service takes it from its callers. */
export function readKey(name: string, text: string): string {
  if (/^[\x21-\x7e]{1,255}$/.test(text)) return text;
  throw new UsageFault(`${name} is no key: write 1 to 255 visible ASCII characters.`);
}
