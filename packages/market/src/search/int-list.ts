/** Whole numbers one after another, and the room for more. */
export class IntList {
  values: Int32Array = new Int32Array(64);
  count = 0;

  push(value: number): void {
    if (this.count === this.values.length) this.reserve(1);
    this.values[this.count] = value;
    this.count += 1;
  }

  /** Begins anew with room for so many. */
  begin(countMax: number): void {
    this.count = 0;
    this.reserve(countMax);
  }

  /** Adds one for which there is room. */
  pushReserved(value: number): void {
    this.values[this.count] = value;
    this.count += 1;
  }

  reserve(more: number): void {
    const needed = this.count + more;
    if (needed <= this.values.length) return;
    const values = new Int32Array(Math.max(needed, 2 * this.values.length));
    values.set(this.values.subarray(0, this.count));
    this.values = values;
  }

  has(value: number): boolean {
    for (let i = 0; i < this.count; i += 1) if (this.values[i] === value) return true;
    return false;
  }

  toArray(): Int32Array {
    return this.values.slice(0, this.count);
  }
}
