import type { WrittenElement } from "../operations/search-symbols/entries.ts";

const encoder = new TextEncoder();

/** An element of a list that says a text, and another once it is renewed. */
export function elementOf(text: string): WrittenElement & { renew: (text: string) => void } {
  let bytes = encoder.encode(text);
  const element = {
    version: 1,
    bytes: () => bytes,
    renew: (next: string) => {
      bytes = encoder.encode(next);
      element.version += 1;
    },
  };
  return element;
}
