/** A digest of texts that every runtime computes alike and at once. It detects changes; it is no protection against forgery. */
export class Digest {
  #high = 0xdeadbeef | 0;
  #low = 0x41c6ce57 | 0;

  add(text: string): void {
    let [high, low] = [this.#high, this.#low];
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      high = Math.imul(high ^ unit, 0x9e3779b1);
      low = Math.imul(low ^ unit, 0x5f356495);
    }
    // The end of a text counts, so that two texts differ from one of both.
    this.#high = Math.imul(high ^ (low >>> 15), 0x85ebca77);
    this.#low = Math.imul(low ^ (high >>> 13), 0xc2b2ae3d);
  }

  /** 16 hexadecimal digits. */
  toString(): string {
    return [this.#high, this.#low].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
  }
}

/** A digest with the 64 digits of SHA-256, which is what audit entries carry. */
export function digestOf(text: string): string {
  const digest = new Digest();
  digest.add(text);
  return digest.toString().repeat(4);
}
