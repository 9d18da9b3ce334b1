import { writeDate } from "./write-date.ts";

/** Parses `17/03/2004` or, as the QR code has it, `17032004`; `undefined` for what is no day. */
export function parseDate(text: string): string | undefined {
  const found = /^(\d{2})\/?(\d{2})\/?(\d{4})$/.exec(text.trim());
  return found === null ? undefined : writeDate(Number(found[3]), Number(found[2]), Number(found[1]));
}
