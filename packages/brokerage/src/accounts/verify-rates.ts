/** Compares the chain of rates with the rates in force. */
import type { RatesLevel, RatesRecord } from "../ports/index.ts";
import { readAllRates } from "../reference/book.ts";
import type { Services } from "../services.ts";
import type { AuditEntry, RatesValues } from "./audit.ts";
import type { AuditedState } from "./audited-state.ts";

/** The rates that a chain leaves. */
export class AuditedRates implements AuditedState {
  readonly #services: Pick<Services, "store">;
  /** By scope, as in `symbol/FPT`. */
  readonly #rates = new Map<string, RatesRecord>();

  constructor(services: Pick<Services, "store">) {
    this.#services = services;
  }

  apply(entry: AuditEntry): string | undefined {
    if (entry.kind !== "rates") return "The entry is not about rates.";
    const { before, after, atMs } = entry;
    if (after.rows !== undefined) {
      for (const row of after.rows.split("\n")) this.#set(readRow(row, atMs));
      return undefined;
    }
    const scope = nameOf(after);
    if (nameOf(before) !== scope || !areSame(before, this.#rates.get(scope)))
      return `The entry does not begin where the one before it left ${after.name}.`;
    const { level, name, marginRatio, marginCallRate, forceCloseRate, isLendingEnded } = after;
    if (level === undefined || name === undefined) return "The entry names no scope.";
    if (marginRatio === undefined || marginCallRate === undefined || forceCloseRate === undefined)
      this.#rates.delete(scope);
    else {
      const rates = { marginRatio, marginCallRate, forceCloseRate };
      this.#set({
        level,
        name,
        ...rates,
        ...(isLendingEnded === true && { isLendingEnded }),
        changedAtMs: atMs,
      });
    }
    return undefined;
  }

  #set(record: RatesRecord): void {
    this.#rates.set(nameOf(record), record);
  }

  async findMismatchInStore(): Promise<string | undefined> {
    const inForce = await readAllRates(this.#services.store);
    const scope = [...new Set([...this.#rates.keys(), ...inForce.keys()])].find((each) => {
      const [record, last] = [inForce.get(each), this.#rates.get(each)];
      return record?.changedAtMs !== last?.changedAtMs || !areSame(record, last);
    });
    return scope && `The rates of ${scope} are not those of its last entry.`;
  }
}

/** A row of an import as its entry has it. */
function readRow(row: string, changedAtMs: number): RatesRecord {
  const [level = "", name = "", ratio = 0, callRate = 0, closeRate = 0, lending] = row.split(" ");
  return {
    ...{ level: level as RatesLevel, name },
    ...{ marginRatio: BigInt(ratio), marginCallRate: BigInt(callRate), forceCloseRate: BigInt(closeRate) },
    ...(lending === "ended" && { isLendingEnded: true }),
    changedAtMs,
  };
}

function nameOf({ level, name }: RatesValues): string {
  return `${level}/${name}`;
}

/** Whether both have the same rates and end lending alike, or neither has any. */
function areSame(one: RatesValues = {}, other: RatesValues = {}): boolean {
  const names = ["marginRatio", "marginCallRate", "forceCloseRate", "isLendingEnded"] as const;
  return names.every((name) => one[name] === other[name]);
}
