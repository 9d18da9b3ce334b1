/** The reference of orders to cover: their answers show the right figures, and a key makes one order. */
import type { CoverEntry } from "../harness/accounts.ts";
import type { Span } from "./history.ts";

/** An order to cover as sent, and its answer. */
export type SentCover = Span & {
  readonly requestId: string;
  /** Undefined if it was sent without an Idempotency-Key. */
  readonly key: string | undefined;
  readonly accountId: string;
  readonly symbol: string;
  readonly amountVnd: number;
  /** Whether the token belongs to another user, who has no such position. */
  readonly isForeign: boolean;
  /** 0 without an answer; the body then says why. */
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

/** Requests under one key are one order. */
export function causeOf({ key, requestId }: Pick<SentCover, "key" | "requestId">): string {
  return key ?? requestId;
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
    .filter(({ status }) => status !== 503 && status !== 0)
    .filter(({ status, amountVnd }) => (status === 200) !== (amountVnd === won))
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
  const causes = new Map(sent.map((each) => [each.requestId, causeOf(each)]));
  const needed = new Map(
    accounts.flatMap(neededByRequest).map(([requestId, neededVnd]) => [causes.get(requestId), neededVnd]),
  );
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
    const neededVnd = needed.get(causeOf(order));
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
