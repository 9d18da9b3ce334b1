/** Compares the chain of the catalog with the catalog, the holidays and the ex-dates in force. */
import { digestOfCatalog } from "../reference/catalog-digest.ts";
import type { Services } from "../services.ts";
import type { AuditEntry } from "./audit.ts";
import type { AuditedState } from "./audited-state.ts";

type StoredExDate = { readonly state: string; readonly terms: string };

/** The catalog, the holidays and the ex-dates that a chain leaves. */
export class AuditedCatalog implements AuditedState {
  readonly #services: Pick<Services, "store" | "hash" | "yieldToEventLoop">;
  #digest: string | undefined;
  #dates = "";
  /** The states and terms of ex-dates, by symbol, date and adjustment. */
  readonly #exDates = new Map<string, StoredExDate>();

  constructor(services: Pick<Services, "store" | "hash" | "yieldToEventLoop">) {
    this.#services = services;
  }

  apply(entry: AuditEntry): string | undefined {
    if (entry.kind === "catalog") {
      this.#digest = entry.after.digest;
      return undefined;
    }
    if (entry.kind === "exDate") {
      const { symbol, exDate, adjustmentId, state, terms } = entry.after;
      const name = `${symbol} ${exDate} ${adjustmentId}`;
      if (entry.before.state !== this.#exDates.get(name)?.state)
        return `The entry does not begin where the one before it left the ex-date of ${symbol}.`;
      this.#exDates.set(name, { state, terms });
      return undefined;
    }
    if (entry.kind !== "holidays") return "The entry is not about the catalog.";
    if (entry.before.dates !== this.#dates)
      return "The entry does not begin where the one before it left the holidays.";
    this.#dates = entry.after.dates;
    return undefined;
  }

  async findMismatchInStore(): Promise<string | undefined> {
    const { store } = this.#services;
    const digest = await digestOfCatalog(this.#services);
    const expected = this.#digest ?? (await this.#services.hash(""));
    if (digest !== expected) return "The catalog is not that of its last entry.";
    const dates = (await store.listHolidays()).join(" ");
    if (dates !== this.#dates) return "The holidays are not those of their last entry.";
    const inForce = new Map(
      (await store.listExDates()).map(({ symbol, date, adjustmentId, ...each }) => [
        `${symbol} ${date} ${adjustmentId}`,
        each,
      ]),
    );
    const changed = [...new Set([...inForce.keys(), ...this.#exDates.keys()])].find(
      (name) => !areSame(inForce.get(name), this.#exDates.get(name)),
    );
    return changed && `The ex-date of ${changed.split(" ")[0]} is not that of its last entry.`;
  }
}

function areSame(one: StoredExDate | undefined, other: StoredExDate | undefined): boolean {
  return one?.state === other?.state && one?.terms === other?.terms;
}
