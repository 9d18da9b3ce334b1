/** Something that waits until a number is passed; the heap that it is in keeps its place here, below 0 outside. */
export type Trigger = { readonly at: number; place: number };

/**
 * Keeps triggers so that the lowest is at hand: however many wait, looking at it costs nothing, and adding or removing
 * one costs by the logarithm of their number.
 */
export class TriggerHeap<Item extends Trigger> {
  readonly #items: Item[] = [];

  get size(): number {
    return this.#items.length;
  }

  get lowest(): Item | undefined {
    return this.#items[0];
  }

  add(item: Item): void {
    this.#rise(item, this.#items.length);
  }

  /** Takes one out, wherever it waits; one that is not in here is left alone. */
  remove(item: Item): void {
    if (this.#items[item.place] !== item) return;
    const last = this.#items.pop() as Item;
    const { place } = item;
    item.place = -1;
    if (last === item) return;
    const above = this.#items[(place - 1) >> 1];
    if (place > 0 && above !== undefined && above.at > last.at) this.#rise(last, place);
    else this.#sink(last, place);
  }

  /** Takes out every one that waits below a number, lowest first. */
  *takeBelow(bound: number): Generator<Item> {
    for (let item = this.lowest; item !== undefined && item.at < bound; item = this.lowest) {
      this.remove(item);
      yield item;
    }
  }

  #rise(item: Item, from: number): void {
    let place = from;
    while (place > 0) {
      const parentPlace = (place - 1) >> 1;
      const parent = this.#items[parentPlace] as Item;
      if (parent.at <= item.at) break;
      this.#put(parent, place);
      place = parentPlace;
    }
    this.#put(item, place);
  }

  #sink(item: Item, from: number): void {
    let place = from;
    for (;;) {
      const leftPlace = 2 * place + 1;
      const left = this.#items[leftPlace];
      if (left === undefined) break;
      const right = this.#items[leftPlace + 1];
      const isRight = right !== undefined && right.at < left.at;
      const lower = isRight ? right : left;
      if (lower.at >= item.at) break;
      this.#put(lower, place);
      place = leftPlace + (isRight ? 1 : 0);
    }
    this.#put(item, place);
  }

  #put(item: Item, place: number): void {
    this.#items[place] = item;
    item.place = place;
  }
}
