/** Follows positions through the output of killed processes, and compares what they say with the store. */
import type { AuditVerdict } from "@trading-oms/brokerage";
import type { CoverEntry } from "../harness/accounts.ts";
import { noPosition, type PositionState } from "../model/position.ts";

/** What a writer of one position prints, each as a line of JSON. */
export type Printed = { readonly accountId: string; readonly symbol: string } & (
  | { readonly kind: "found"; readonly state: string }
  | Intended
  | { readonly kind: "done"; readonly answered: string; readonly cover?: string | undefined }
  | { readonly kind: "again"; readonly requestId: string; readonly cover: string }
  | { readonly kind: "refused"; readonly code: string }
  | { readonly kind: "audited"; readonly verdict: AuditVerdict }
);

/** A change about to be made, and its result by the model. */
type Intended = {
  readonly kind: "intends";
  readonly requestId: string;
  readonly after: string;
  readonly realizedVnd: string;
  /** The covered amount that the audit has to say, if it changes. */
  readonly auditedVnd?: string | undefined;
  /** The answer that is due. */
  readonly due: string;
  /** The amount of an order under a key. */
  readonly keyedVnd?: string | undefined;
};

/** Formats a state for an output line. Equal states have equal texts. */
export function renderState(state: PositionState): string {
  const { quantity, entryVnd, coveredVnd, episodeCount, isCalled } = state;
  return `${quantity} for ${entryVnd}, ${coveredVnd} covered, call ${episodeCount} ${isCalled ? "open" : "over"}`;
}

/** A stored position, and what the audit says of its covers. */
export type KeptPosition = {
  readonly accountId: string;
  readonly symbol: string;
  readonly state: string;
  readonly entries: readonly Pick<CoverEntry, "requestId" | "toVnd">[];
};

/** An order under a key, and its answer if there was one. */
export type KeyedCover = {
  readonly accountId: string;
  readonly requestId: string;
  readonly amountVnd: bigint;
  cover: string | undefined;
};

type Followed = {
  readonly accountId: string;
  readonly name: string;
  last: string;
  intended: Intended | undefined;
  /** The expected audit entries, in order. */
  readonly audited: string[];
};

/**
 * Follows each position. The state found after a kill or a cut must be the last acknowledged one, or the complete result of
 * a change whose answer was lost. The audit must have one entry per change of a cover, in order, and no others.
 */
export function checkPositions(printed: readonly Printed[], kept: readonly KeptPosition[]) {
  const faults: string[] = [];
  const followed = new Map<string, Followed>();
  const realized = new Map<string, bigint>();
  const keyed = new Map<string, KeyedCover>();
  /** Acknowledged covers that changed the amount, other acknowledged changes by symbol, and verified audits. */
  const counts = { covers: 0, changes: new Map<string, number>(), audits: 0 };
  for (const line of printed) {
    const one = follow(line);
    if (line.kind === "found") find(one, line.state);
    else if (line.kind === "intends") {
      one.intended = line;
      const { accountId, requestId, keyedVnd } = line;
      if (keyedVnd !== undefined)
        keyed.set(requestId, { accountId, requestId, amountVnd: BigInt(keyedVnd), cover: undefined });
    } else if (line.kind === "done") finish(one, line);
    else if (line.kind === "again") {
      const { cover } = keyed.get(line.requestId) ?? {};
      if (cover !== line.cover)
        faults.push(`${line.requestId} was answered ${cover}, and then ${line.cover}`);
    } else if (line.kind === "audited") {
      const { accountId, verdict } = line;
      counts.audits += 1;
      if (verdict.kind === "broken")
        faults.push(`the audit of ${accountId} is broken at ${verdict.place}: ${verdict.why}`);
    } else {
      one.intended = undefined;
      // Concurrent changes of the account may exhaust the retries; there should be no other refusal.
      if (line.code !== "too_busy") faults.push(`${one.name} was refused: ${line.code}`);
    }
  }
  for (const each of kept) {
    const one = follow(each);
    find(one, each.state);
    const { name, audited } = one;
    const said = each.entries.map(({ requestId, toVnd }) => `${toVnd} by ${requestId}`);
    const place = Array.from({ length: Math.max(said.length, audited.length) }).findIndex(
      (_, index) => said[index] !== audited[index],
    );
    if (place >= 0)
      faults.push(
        `the audit of ${name} says ${said[place] ?? "nothing"} where ${audited[place] ?? "nothing"} was due`,
      );
  }
  return { faults, realizedVnd: realized, keyed: [...keyed.values()], counts };

  function follow({ accountId, symbol }: Pick<Printed, "accountId" | "symbol">): Followed {
    const name = `${accountId} ${symbol}`;
    const last = renderState(noPosition);
    const one = followed.get(name) ?? { accountId, name, last, intended: undefined, audited: [] };
    followed.set(name, one);
    return one;
  }

  function find(one: Followed, there: string): void {
    const { name, last, intended } = one;
    one.intended = undefined;
    if (there === last) return;
    one.last = there;
    if (there === intended?.after) move(one, intended);
    else {
      const lost = intended === undefined ? "" : `, and ${intended.after} was intended`;
      faults.push(`${name} is at ${there}; ${last} was acknowledged${lost}`);
    }
  }

  function finish(one: Followed, line: Extract<Printed, { readonly kind: "done" }>): void {
    const { name, intended } = one;
    one.intended = undefined;
    if (intended === undefined) {
      faults.push(`${name} was answered ${line.answered}; nothing was intended`);
      return;
    }
    move(one, intended);
    const { requestId, due, auditedVnd } = intended;
    if (line.answered !== due)
      faults.push(`${name} was answered ${line.answered}; ${due} was due to ${requestId}`);
    const order = keyed.get(requestId);
    if (order !== undefined) order.cover = line.cover;
    if (line.cover === undefined) counts.changes.set(line.symbol, (counts.changes.get(line.symbol) ?? 0) + 1);
    else if (auditedVnd !== undefined) counts.covers += 1;
  }

  /** Takes the result of a change as the current state. */
  function move(one: Followed, { after, requestId, auditedVnd, realizedVnd }: Intended): void {
    one.last = after;
    if (auditedVnd !== undefined) one.audited.push(`${auditedVnd} by ${requestId}`);
    realized.set(one.accountId, (realized.get(one.accountId) ?? 0n) + BigInt(realizedVnd));
  }
}
