/** The rows by the key of a name, as `nameKeyOf` makes it. Holds hashes, because half of all names occur once. */
export class NameTable {
  readonly #rows = new Map<number, number | readonly number[]>();

  add(key: string, row: number): void {
    const hash = hashOf(key);
    const known = this.#rows.get(hash);
    this.#rows.set(hash, known === undefined ? row : [...asList(known), row]);
  }

  remove(key: string, row: number): void {
    const hash = hashOf(key);
    const rest = this.find(key).filter((each) => each !== row);
    if (rest.length === 0) this.#rows.delete(hash);
    else this.#rows.set(hash, rest);
  }

  /** The rows with a name of this key. Some may have another name with the same hash. */
  find(key: string): readonly number[] {
    return asList(this.#rows.get(hashOf(key)) ?? []);
  }
}

function asList(rows: number | readonly number[]): readonly number[] {
  return typeof rows === "number" ? [rows] : rows;
}

/** FNV-1a, cut to the 30 bits that every engine stores without an object. */
function hashOf(key: string): number {
  let hash = 0x811c_9dc5;
  for (let i = 0; i < key.length; i += 1) hash = Math.imul(hash ^ key.charCodeAt(i), 0x0100_0193);
  return (hash ^ (hash >>> 30)) & 0x3fff_ffff;
}
