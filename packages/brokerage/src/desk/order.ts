/** Comparing, and finding the first items of a list that is too long to sort as a whole. */

/** Compares names by code units, and amounts. */
export function compare<Value extends string | bigint | number>(one: Value, other: Value): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Keeps the first items in an order, as many as are wanted. */
export class FirstItems<Item> {
  readonly #count: number;
  readonly #compare: (one: Item, other: Item) => number;
  #items: Item[] = [];
  #last: Item | undefined;

  constructor(count: number, compareItems: (one: Item, other: Item) => number) {
    this.#count = count;
    this.#compare = compareItems;
  }

  add(item: Item): void {
    if (this.#last !== undefined && this.#compare(item, this.#last) >= 0) return;
    this.#items.push(item);
    if (this.#items.length >= 2 * this.#count) this.#cut();
  }

  list(): readonly Item[] {
    this.#cut();
    return this.#items;
  }

  #cut(): void {
    this.#items = this.#items.sort(this.#compare).slice(0, this.#count);
    this.#last = this.#items[this.#count - 1];
  }
}

/** Whether a name begins so; capitals and small letters are alike. */
export function begins(name: string, beginning: string): boolean {
  return name.slice(0, beginning.length).toLowerCase() === beginning.toLowerCase();
}
