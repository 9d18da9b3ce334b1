/** What Node 22 and older browsers lack. The build puts it in the places of the static methods, and leaves the globals alone. */

export function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}

export function withResolvers<Value>() {
  const parts = {} as PromiseWithResolvers<Value>;
  const promise = new Promise<Value>((resolve, reject) => Object.assign(parts, { resolve, reject }));
  return { ...parts, promise };
}

/** Skips white space, as the method of `Uint8Array` does. */
export function fromBase64(text: string, { alphabet = "base64" } = {}): Uint8Array<ArrayBuffer> {
  const plain = alphabet === "base64" ? text : text.replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(plain), (character) => character.charCodeAt(0));
}
