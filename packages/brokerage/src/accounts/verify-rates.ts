/** Compares the chain of rates with the rates in force. */
import type { RatesRecord } from "../ports/index.ts";
import type { AuditEntry, RatesValues } from "./audit.ts";

type RatesEntry = AuditEntry & { readonly kind: "rates" };

/**
 * The rates that a chain leaves. An import says which file it was and not what was in it, so for the scopes that it may have set only
 * the time is known, which their records have too.
 */
export class AuditedRates {
  /** The last entry of each scope. */
  readonly #entries = new Map<string, RatesEntry>();
  /** The places of imports by their time. */
  readonly #imports = new Map<number, number>();
  #importPlace = 0;

  /** Applies an entry. Returns whether it begins where the one before it left its scope, as far as that is known. */
  apply(entry: RatesEntry): boolean {
    const { before, after, place, atMs } = entry;
    if (after.fileDigest !== undefined) {
      this.#imports.set(atMs, place);
      this.#importPlace = place;
      return true;
    }
    const scope = nameOf(after);
    const last = this.#entries.get(scope);
    this.#entries.set(scope, entry);
    if (nameOf(before) !== scope) return false;
    return (last?.place ?? 0) < this.#importPlace || areSame(before, last?.after);
  }

  /** The scope whose rates in force are not those of the chain. */
  findMismatch(inForce: ReadonlyMap<string, RatesRecord>): string | undefined {
    return [...new Set([...this.#entries.keys(), ...inForce.keys()])].find((scope) => {
      const record = inForce.get(scope);
      const last = this.#entries.get(scope);
      const importPlace = record && this.#imports.get(record.changedAtMs);
      if (importPlace !== undefined && importPlace > (last?.place ?? 0)) return false;
      const isOfEntry = record === undefined || record.changedAtMs === last?.atMs;
      return !(isOfEntry && areSame(record, last?.after));
    });
  }
}

function nameOf({ level, name }: RatesValues): string {
  return `${level}/${name}`;
}

/** Whether both have the same rates, or neither has any. */
function areSame(one: RatesValues = {}, other: RatesValues = {}): boolean {
  const names = ["marginRatio", "marginCallRate", "forceCloseRate"] as const;
  return names.every((name) => one[name] === other[name]);
}
