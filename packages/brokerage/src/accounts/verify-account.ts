/** Rebuilds an account from its audit entries, and compares its rows with the result. */
import { exactJson } from "../exact-json.ts";
import type { AccountState, ContactRecord, MovementRecord, PositionRecord } from "../ports/index.ts";
import type { AuditEntry, CallValues } from "./audit.ts";
import { areSameCalls, callValuesOf } from "./audit-calls.ts";
import type { AuditedState, VerifyServices } from "./audited-state.ts";

/** A position as its last entries leave it. */
type Held = Pick<PositionRecord, "quantity" | "entryVnd" | "postedVnd" | "coveredVnd" | "isClosing">;

const notHeld: Held = {
  quantity: 0n,
  entryVnd: 0n,
  postedVnd: 0n,
  coveredVnd: 0n,
  isClosing: false,
};

/** What a difference of each value means. */
const faults: Readonly<Record<keyof Held, (symbol: string) => string>> = {
  quantity: (symbol) => `The quantity of ${symbol} is not that of its last entry.`,
  entryVnd: (symbol) => `The entry value of ${symbol} is not that of its last entry.`,
  postedVnd: (symbol) => `The posted amount of ${symbol} is not that of its last entry.`,
  coveredVnd: (symbol) => `The covered amount of ${symbol} is not that of its last entry.`,
  isClosing: (symbol) => `Whether ${symbol} is being closed is not what its last entry says.`,
};

type HoldingEntry = AuditEntry & {
  readonly kind: "entry" | "reduction" | "result" | "adjustment" | "settlement";
};
type EntryOf<Kind extends AuditEntry["kind"]> = Extract<AuditEntry, { readonly kind: Kind }>;

export class AuditedAccount implements AuditedState {
  readonly #state: AccountState;
  #equityVnd = 0n;
  readonly #held = new Map<string, Held>();
  readonly #calls = new Map<string, CallValues>();
  readonly #contacts = new Map<string, EntryOf<"contact">>();
  readonly #movements = new Map<string, MovementRecord>();

  constructor(state: AccountState) {
    this.#state = state;
  }

  apply(entry: AuditEntry): string | undefined {
    switch (entry.kind) {
      case "cash":
        return this.#moveCash(entry);
      case "entry":
      case "reduction":
      case "result":
      case "adjustment":
      case "settlement":
        return this.#changeHolding(entry);
      case "cover":
      case "release":
      case "closing":
        return this.#changeTerms(entry);
      case "contact":
        return this.#addContact(entry);
      case "call":
        return this.#changeCall(entry);
      default:
        return "The entry is not about an account.";
    }
  }

  #moveCash({ atMs, before, after: { equityVnd, movementId } }: EntryOf<"cash">): string | undefined {
    const movedVnd = equityVnd - before.equityVnd;
    if (before.equityVnd !== this.#equityVnd || movedVnd === 0n || this.#movements.has(movementId))
      return beginsElsewhere("the equity");
    this.#equityVnd = equityVnd;
    const cash =
      movedVnd > 0n
        ? ({ kind: "deposit", amountVnd: movedVnd } as const)
        : ({ kind: "withdrawal", amountVnd: -movedVnd } as const);
    const { accountId } = this.#state.account;
    this.#movements.set(movementId, { movementId, accountId, ...cash, atMs });
    return undefined;
  }

  #changeHolding({ before, after }: HoldingEntry): string | undefined {
    const { symbol } = after;
    const held = this.#heldOf(symbol);
    const isLinked =
      before.symbol === symbol &&
      before.quantity === held.quantity &&
      before.entryVnd === held.entryVnd &&
      before.postedVnd === held.postedVnd;
    if (!isLinked) return beginsElsewhere(symbol);
    if (before.equityVnd !== this.#equityVnd) return beginsElsewhere("the equity");
    this.#equityVnd = after.equityVnd;
    const { quantity, entryVnd, postedVnd } = after;
    this.#held.set(symbol, { ...held, quantity, entryVnd, postedVnd });
    return undefined;
  }

  #changeTerms(entry: EntryOf<"cover" | "release" | "closing">): string | undefined {
    const { symbol } = entry.after;
    const held = this.#heldOf(symbol);
    if (entry.before.symbol !== symbol) return beginsElsewhere(symbol);
    if (entry.kind === "closing") {
      if (entry.before.isClosing !== held.isClosing) return beginsElsewhere(symbol);
      this.#held.set(symbol, { ...held, isClosing: entry.after.isClosing });
      return undefined;
    }
    if (entry.before.coveredVnd !== held.coveredVnd) return beginsElsewhere(symbol);
    // A released position is not being closed any more.
    const isClosing = entry.kind === "release" ? false : held.isClosing;
    this.#held.set(symbol, { ...held, coveredVnd: entry.after.coveredVnd, isClosing });
    return undefined;
  }

  #addContact(entry: EntryOf<"contact">): string | undefined {
    const { before, after } = entry;
    const call = this.#calls.get(after.symbol);
    const isOfCall = call?.isOpen === true && call.callNumber === after.callNumber;
    const { symbol: _symbol, callNumber, ...values } = before;
    const last = this.#lastContact(after.symbol);
    const { atMs: _atMs, by: _by, note: _note, ...known } = last ?? {};
    const isLinked =
      before.symbol === after.symbol && callNumber === after.callNumber && areSame(values, known);
    if (!isOfCall || !isLinked) return beginsElsewhere(after.symbol);
    this.#contacts.set(after.symbol, entry);
    return undefined;
  }

  #changeCall({ before, after }: EntryOf<"call">): string | undefined {
    const { symbol } = after;
    const call = this.#calls.get(symbol) ?? callValuesOf(symbol, undefined);
    if (before.symbol !== symbol || !areSameCalls(before, call)) return beginsElsewhere(symbol);
    this.#calls.set(symbol, after);
    return undefined;
  }

  #heldOf(symbol: string): Held {
    return this.#held.get(symbol) ?? notHeld;
  }

  #lastContact(symbol: string): ContactRecord | undefined {
    const entry = this.#contacts.get(symbol);
    const call = this.#calls.get(symbol);
    if (entry === undefined || call?.isOpen !== true || call.callNumber !== entry.after.callNumber)
      return undefined;
    const { symbol: _symbol, callNumber: _callNumber, ...contact } = entry.after;
    return { atMs: entry.atMs, by: entry.actor.name, note: entry.reason, ...contact };
  }

  findMismatch(): string | undefined {
    const { account, positions, episodes } = this.#state;
    if (account.equityVnd !== this.#equityVnd) return "The equity is not that of its last entry.";
    const rows = new Map(positions.map((position) => [position.symbol, position]));
    for (const symbol of new Set([...rows.keys(), ...this.#held.keys()])) {
      const [row, held] = [rows.get(symbol) ?? notHeld, this.#heldOf(symbol)];
      for (const [name, describe] of Object.entries(faults) as [keyof Held, (of: string) => string][])
        if (row[name] !== held[name]) return describe(symbol);
    }
    const stored = new Map(episodes.map((episode) => [episode.symbol, episode]));
    for (const symbol of new Set([...stored.keys(), ...this.#calls.keys()])) {
      const row = stored.get(symbol);
      const call = this.#calls.get(symbol) ?? callValuesOf(symbol, undefined);
      if (!areSameCalls(callValuesOf(symbol, row), call))
        return `The margin call of ${symbol} is not that of its last entry.`;
      if (!areSame(row?.lastContact ?? {}, this.#lastContact(symbol) ?? {}))
        return `The last contact about ${symbol} is not that of its last entry.`;
    }
    return undefined;
  }

  async findMismatchInStore({ store, yieldToEventLoop }: VerifyServices): Promise<string | undefined> {
    const { userId, accountId } = this.#state.account;
    if ((await store.findOwner(accountId)) !== userId) return "The account is registered to another user.";
    const left = new Map(this.#movements);
    let after: string | undefined;
    for (;;) {
      const part = await store.listMovements({ userId, accountId }, { after, limit: movementsInPart });
      for (const movement of part) {
        const { movementId } = movement;
        if (!areSame(movement, left.get(movementId) ?? {}))
          return `The movement ${movementId} is not that of an entry.`;
        left.delete(movementId);
      }
      if (part.length < movementsInPart) break;
      after = part.at(-1)?.movementId;
      await yieldToEventLoop?.();
    }
    const [missing] = left.keys();
    return missing === undefined ? undefined : `The movement ${missing} of an entry is missing.`;
  }
}

const movementsInPart = 1_000;

function beginsElsewhere(what: string): string {
  return `The entry does not begin where the one before it left ${what}.`;
}

function areSame(one: object, other: object): boolean {
  return exactJson.write(inOrder(one)) === exactJson.write(inOrder(other));
}

/** The members in the order of their names, so that equal values are written alike. */
function inOrder(values: object): readonly unknown[] {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
}
