/** The reference of orders to cover: answers, audits, figures and what is in force tell one story, and a key makes one order. */
import type { CoverEntry } from "../harness/accounts.ts";

/** An order to cover as sent, and its answer. */
export type SentCover = {
  readonly requestId: string;
  /** Undefined if it was sent without an Idempotency-Key. */
  readonly key: string | undefined;
  readonly accountId: string;
  readonly symbol: string;
  readonly amountVnd: number;
  /** Whether the token belongs to another user, who has no such position. */
  readonly isForeign: boolean;
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly body: string;
};

/** The judged part of an answer of 200. */
type CoverAnswer = {
  readonly status: "success" | "failed";
  readonly message: string;
  readonly newCoveredMarginCall: number;
  readonly maintenanceMargin: number;
  readonly tradingPower: number;
};

/** Parses the answer to an order; undefined for a status other than 200. */
export function readCoverAnswer({
  status,
  body,
}: Pick<SentCover, "status" | "body">): CoverAnswer | undefined {
  return status === 200 ? (JSON.parse(body) as CoverAnswer) : undefined;
}

/** The stored state of an account after all orders. */
export type LeftAccount = {
  readonly accountId: string;
  /** The margin needed, the trading power left and the covers, as brokerage computes them now. */
  readonly maintenanceMarginVnd: bigint;
  readonly tradingPowerVnd: bigint;
  readonly coveredVnd: ReadonlyMap<string, bigint>;
  readonly entries: readonly CoverEntry[];
};

/** Reports contradictions between the audits and the answers to clients. */
export function checkAudits(sent: readonly SentCover[], accounts: readonly LeftAccount[]): string[] {
  const byRequest = new Map(sent.map((each) => [each.requestId, each]));
  const entries = accounts.flatMap((account) => account.entries);
  return [
    ...entries.flatMap((entry) => checkEntry(entry, byRequest.get(entry.requestId))),
    ...checkOnce(entries, byRequest),
    ...checkAcknowledged(sent, entries),
    ...accounts.flatMap(checkEnd),
  ];
}

/** Every change must come from an order that requested it and was answered with a success. */
function checkEntry(
  { requestId, accountId, symbol, toVnd }: CoverEntry,
  cause: SentCover | undefined,
): string[] {
  const change = `${accountId} ${symbol} became ${toVnd}`;
  if (cause === undefined) return [`${change} by ${requestId}, which was never sent`];
  const isAsked =
    cause.accountId === accountId &&
    cause.symbol === symbol &&
    BigInt(cause.amountVnd) === toVnd &&
    !cause.isForeign;
  if (!isAsked)
    return [
      `${change} by ${requestId}, which asked for ${cause.accountId} ${cause.symbol} ${cause.amountVnd}`,
    ];
  if (readCoverAnswer(cause)?.status === "success") return [];
  return [`${change} by ${requestId}, which was told ${cause.status} ${cause.body.slice(0, 200)}`];
}

/** One request and one key make at most one change: a used key never sets its amount again. */
function checkOnce(entries: readonly CoverEntry[], byRequest: ReadonlyMap<string, SentCover>): string[] {
  const counts = new Map<string, number>();
  for (const { requestId } of entries) {
    const cause = byRequest.get(requestId)?.key ?? requestId;
    counts.set(cause, (counts.get(cause) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > 1)
    .map(([cause, count]) => `${cause} has ${count} entries`);
}

/**
 * A success that reports a change must have an audit entry. A success that reports the amount as already set must have
 * none: an entry would be a second change.
 */
function checkAcknowledged(sent: readonly SentCover[], entries: readonly CoverEntry[]): string[] {
  const causes = new Set(entries.map(({ requestId }) => requestId));
  const byCause = Map.groupBy(sent, ({ key, requestId }) => key ?? requestId);
  return [...byCause].flatMap(([cause, group]) => {
    const answer = group.map(readCoverAnswer).find((each) => each !== undefined);
    if (answer?.status !== "success") return [];
    const isChange = !answer.message.endsWith(" already.");
    const isKnown = group.some(({ requestId }) => causes.has(requestId));
    if (isChange === isKnown) return [];
    return isKnown
      ? [`${cause} changed something and was told that nothing did: "${answer.message}"`]
      : [`${cause} was told "${answer.message}", and the audit does not know it`];
  });
}

function checkEnd({ accountId, coveredVnd, entries }: LeftAccount): string[] {
  return [...coveredVnd].flatMap(([symbol, amountVnd]) => {
    const lastVnd = entries.findLast((entry) => entry.symbol === symbol)?.toVnd ?? 0n;
    return lastVnd === amountVnd
      ? []
      : [`${accountId} ${symbol} covers ${amountVnd}, and its last entry says ${lastVnd}`];
  });
}

/**
 * Reports keys that did not make one order of all requests under them. Every 200 must have the same bytes, every order
 * with the winning body must get that answer, and every other body must be refused.
 */
export function checkKeys(sent: readonly SentCover[]): string[] {
  const byKey = Map.groupBy(sent, ({ key }) => key);
  return [...byKey].flatMap(([key, group]) => (key === undefined ? [] : checkKey(key, group)));
}

function checkKey(key: string, group: readonly SentCover[]): string[] {
  const answered = group.filter(({ status }) => status === 200);
  const bodies = new Set(answered.map(({ body }) => body));
  if (bodies.size > 1) return [`${key} was answered in ${bodies.size} ways: ${[...bodies].join(" and ")}`];
  const won = answered[0]?.amountVnd;
  if (won === undefined) {
    const isRefused = group.some(({ status }) => status === 400);
    return isRefused ? [`${key} was refused as used, and nothing was ever answered under it`] : [];
  }
  return group
    .filter(({ status, amountVnd }) => status !== 503 && (status === 200) !== (amountVnd === won))
    .map(
      ({ requestId, status }) => `${requestId} was answered by ${status}, and ${won} had won under its key`,
    );
}

/** Reports servers that, at rest, answer a repeat of the current cover with other figures than brokerage computes. */
export function checkLooks(looks: readonly SentCover[], accounts: readonly LeftAccount[]): string[] {
  const byId = new Map(accounts.map((each) => [each.accountId, each]));
  return looks.flatMap((look) => {
    const { accountId, symbol } = look;
    const account = byId.get(accountId);
    const answer = readCoverAnswer(look);
    const shown = [answer?.newCoveredMarginCall, answer?.maintenanceMargin, answer?.tradingPower].join(", ");
    const due = [
      account?.coveredVnd.get(symbol),
      account?.maintenanceMarginVnd,
      account?.tradingPowerVnd,
    ].join(", ");
    return shown === due ? [] : [`${accountId} ${symbol} was told ${shown}; brokerage computes ${due}`];
  });
}

/** At most one order in a hundred may get a 503, although all compete for the same accounts. */
const busyShareMax = 0.01;

/** Reports orders that were answered with a wrong status. */
export function evaluateStatuses(sent: readonly SentCover[]): string[] {
  const faults: string[] = [];
  let busyCount = 0;
  for (const { requestId, key, isForeign, status, retryAfter, body } of sent) {
    if (status === 503) busyCount += 1;
    const isReused = key !== undefined && status === 400 && body.includes('"idempotency_key_reused"');
    const isBusy = status === 503 && /^\d+$/.test(retryAfter ?? "");
    const isMeant = isForeign ? status === 404 : status === 200 || isReused;
    if (!isMeant && !isBusy) faults.push(`${requestId} was answered by ${status}: ${body.slice(0, 200)}`);
  }
  if (busyCount > sent.length * busyShareMax) {
    faults.push(`${busyCount} of ${sent.length} were answered by 503, more than one in a hundred`);
  }
  return faults;
}

/**
 * Reports answers with impossible figures. The needed margin and the trading power of an account have a constant sum
 * during a race. An order that changed an amount must be answered with the margin needed right after its entry.
 */
export function checkAnsweredFigures(sent: readonly SentCover[], accounts: readonly LeftAccount[]): string[] {
  const wholeVnd = new Map(accounts.map((each) => [each.accountId, wholeOf(each)]));
  const needed = new Map(accounts.flatMap((each) => [...neededByRequest(each)]));
  return sent.flatMap((order) => {
    const answer = readCoverAnswer(order);
    if (answer === undefined) return [];
    const { requestId, accountId, amountVnd } = order;
    const faults: string[] = [];
    const sumVnd = BigInt(answer.maintenanceMargin + answer.tradingPower);
    if (sumVnd !== wholeVnd.get(accountId)) {
      faults.push(
        `${requestId} was told figures that add up to ${sumVnd}, and not to ${wholeVnd.get(accountId)}`,
      );
    }
    if (answer.status === "success" && answer.newCoveredMarginCall !== amountVnd) {
      faults.push(
        `${requestId} was told success and ${answer.newCoveredMarginCall}, and asked for ${amountVnd}`,
      );
    }
    const neededVnd = needed.get(requestId);
    if (neededVnd !== undefined && BigInt(answer.maintenanceMargin) !== neededVnd) {
      faults.push(
        `${requestId} was told that ${answer.maintenanceMargin} is needed; with its change it was ${neededVnd}`,
      );
    }
    return faults;
  });
}

function wholeOf({ maintenanceMarginVnd, tradingPowerVnd }: LeftAccount): bigint {
  return maintenanceMarginVnd + tradingPowerVnd;
}

/** The margin needed after each entry, computed backwards from the current one. */
function neededByRequest({ entries, maintenanceMarginVnd, coveredVnd }: LeftAccount): [string, bigint][] {
  let neededVnd = [...coveredVnd.values()].reduce((sum, each) => sum - each, maintenanceMarginVnd);
  return entries.map(({ requestId, fromVnd, toVnd }: CoverEntry) => {
    neededVnd += toVnd - fromVnd;
    return [requestId, neededVnd];
  });
}

/**
 * Determines the final answer of every order that was sent. An order whose answer was lost, or that was refused with
 * Retry-After, was sent again under its key, and the answer to the key counts for all tries.
 */
export function settleSent(sent: readonly SentCover[]): {
  readonly settled: readonly SentCover[];
  readonly faults: readonly string[];
} {
  const answers = new Map<string, SentCover>();
  for (const each of sent) if (each.status === 200 && each.key !== undefined) answers.set(each.key, each);
  const faults: string[] = [];
  const settled = sent.map((each) => {
    if (each.status === 200) return each;
    const answer = answers.get(each.key ?? "");
    if (answer !== undefined) return { ...each, status: answer.status, body: answer.body };
    faults.push(`${each.requestId} was never answered, last by ${each.status} ${each.body.slice(0, 200)}`);
    return each;
  });
  return { settled, faults };
}
