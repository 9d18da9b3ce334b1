const pricePattern = /^[1-9][0-9]{0,15}$/;
const sumPattern = /^(?:0|[1-9][0-9]{0,37})$/;

/** Reads the members of an object that came from outside, and notes by its path each that is not what it should be. */
export class MemberReader {
  readonly #members: Readonly<Record<string, unknown>>;
  readonly #path: string;
  readonly #faults: string[];

  constructor(value: unknown, path: string, faults: string[]) {
    const isRecord = typeof value === "object" && value !== null && !Array.isArray(value);
    if (!isRecord) faults.push(`${path || "The whole"} is no object.`);
    this.#members = isRecord ? (value as Readonly<Record<string, unknown>>) : {};
    this.#path = path === "" ? "" : `${path}.`;
    this.#faults = faults;
  }

  /** Whether the member is there; null and absent are the same. */
  has(name: string): boolean {
    return this.#members[name] !== undefined && this.#members[name] !== null;
  }

  text(name: string, isValid: (text: string) => boolean = () => true): string {
    const value = this.#members[name];
    if (typeof value === "string" && isValid(value)) return value;
    this.note(name);
    return "";
  }

  flag(name: string): boolean {
    const value = this.#members[name];
    if (typeof value !== "boolean") this.note(name);
    return value === true;
  }

  /** A safe integer that is not below a bound. */
  count(name: string, min = 0): number {
    const value = this.#members[name];
    if (typeof value === "number" && Number.isSafeInteger(value) && value >= min) return value;
    this.note(name);
    return min;
  }

  /** Thousandths above 0. */
  price(name: string): bigint {
    return this.#integer(name, pricePattern);
  }

  /** Thousandths from 0 on. */
  sum(name: string): bigint {
    return this.#integer(name, sumPattern);
  }

  object(name: string): MemberReader {
    return new MemberReader(this.#members[name], `${this.#path}${name}`, this.#faults);
  }

  list<Item>(name: string, read: (item: MemberReader) => Item): Item[] {
    const value = this.#members[name];
    if (!Array.isArray(value)) {
      this.note(name);
      return [];
    }
    return value.map((item, index) =>
      read(new MemberReader(item, `${this.#path}${name}[${index}]`, this.#faults)),
    );
  }

  /** Gives what is read where the member is there. */
  maybe<Value>(name: string, read: (name: string) => Value): Value | undefined {
    return this.has(name) ? read(name) : undefined;
  }

  note(name: string): void {
    this.#faults.push(`${this.#path}${name} is not what it should be.`);
  }

  #integer(name: string, pattern: RegExp): bigint {
    const value = this.#members[name];
    if (typeof value === "string" && pattern.test(value)) return BigInt(value);
    this.note(name);
    return 0n;
  }
}
