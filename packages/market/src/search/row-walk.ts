import { treeBranchCount, type ValueTree } from "./value-tree.ts";

/**
 * Walks rows by value, the largest first, and those of equal value in their order. It keeps a heap of the parts of the
 * tree that are not looked into yet; its room is kept from walk to walk.
 */
export class RowWalk {
  #values: Float64Array = new Float64Array(256);
  #firstRows: Int32Array = new Int32Array(256);
  #levels: Uint8Array = new Uint8Array(256);
  #count = 0;

  /**
   * Hands rows between two until the visitor has enough. False when as many were handed as may be, and the visitor
   * still wants more.
   */
  run(
    tree: ValueTree,
    from: number,
    to: number,
    visitsMax: number,
    visit: (row: number, value: number) => boolean,
  ): boolean {
    this.#count = 0;
    const top = tree.length - 1;
    this.#pushUnder(tree, top, 0, from, to);
    let visits = 0;
    while (this.#count > 0) {
      const value = this.#values[0] as number;
      const firstRow = this.#firstRows[0] as number;
      const level = this.#levels[0] as number;
      // Rows below 0 are gone.
      if (value < 0) return true;
      this.#pop();
      if (level > 0) {
        this.#pushUnder(tree, level - 1, firstRow, from, to);
        continue;
      }
      if (visits === visitsMax) return false;
      visits += 1;
      if (!visit(firstRow, value)) return true;
    }
    return true;
  }

  #pushUnder(tree: ValueTree, level: number, firstRow: number, from: number, to: number): void {
    const values = tree[level] as Float64Array;
    const width = treeBranchCount ** level;
    const firstNode = Math.floor(firstRow / width);
    const end = Math.min(values.length, firstNode + treeBranchCount);
    for (let node = firstNode; node < end; node += 1) {
      if ((node + 1) * width > from && node * width < to) {
        this.#push(values[node] as number, node * width, level);
      }
    }
  }

  #push(value: number, firstRow: number, level: number): void {
    if (this.#count === this.#values.length) this.#grow();
    let place = this.#count;
    this.#count += 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!this.#isBehind(parent, value, firstRow)) break;
      this.#move(parent, place);
      place = parent;
    }
    this.#values[place] = value;
    this.#firstRows[place] = firstRow;
    this.#levels[place] = level;
  }

  #pop(): void {
    this.#count -= 1;
    const value = this.#values[this.#count] as number;
    const firstRow = this.#firstRows[this.#count] as number;
    const level = this.#levels[this.#count] as number;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= this.#count) break;
      const sibling = child + 1;
      if (
        sibling < this.#count &&
        this.#isBehind(child, this.#values[sibling] as number, this.#firstRows[sibling] as number)
      )
        child = sibling;
      if (this.#isBehind(child, value, firstRow)) break;
      this.#move(child, place);
      place = child;
    }
    this.#values[place] = value;
    this.#firstRows[place] = firstRow;
    this.#levels[place] = level;
  }

  #isBehind(place: number, value: number, firstRow: number): boolean {
    const other = this.#values[place] as number;
    return other < value || (other === value && (this.#firstRows[place] as number) > firstRow);
  }

  #move(from: number, to: number): void {
    this.#values[to] = this.#values[from] as number;
    this.#firstRows[to] = this.#firstRows[from] as number;
    this.#levels[to] = this.#levels[from] as number;
  }

  #grow(): void {
    const size = 2 * this.#values.length;
    const values = new Float64Array(size);
    values.set(this.#values);
    this.#values = values;
    const firstRows = new Int32Array(size);
    firstRows.set(this.#firstRows);
    this.#firstRows = firstRows;
    const levels = new Uint8Array(size);
    levels.set(this.#levels);
    this.#levels = levels;
  }
}
