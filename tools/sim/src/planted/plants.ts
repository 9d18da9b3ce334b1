/** Faults that are planted around the store and the processes, never in the product, to show that the checks find them. */
import type {
  Change,
  LeaseRecord,
  MarkRecord,
  PricedAccount,
  QuoteDayRecord,
  Rota,
  ShardClaim,
  StoreChanges,
} from "@trading-oms/brokerage/ports";
import { readQuoteDay } from "@trading-oms/market";
import type { MemoryContent } from "@trading-oms/store/memory";
import type { Performance, Plant } from "../world/calls.ts";

/** A planted fault for one run. */
export const plants: Readonly<Record<string, () => Plant>> = {
  "no-version-check": () => ({
    about: "a commit does not check the version of its account",
    perform: onCommit((change, { run, content }) =>
      run({ ...change, expectedVersion: versionOf(content, change) }),
    ),
  }),
  "key-in-another-commit": () => ({
    about: "the answer of a key is stored after its change",
    perform: keyLater(),
  }),
  "older-price": () => older("the last price of an account is older than the stored one", isOlderMark(false)),
  "older-hand-price": () => older("a price by hand is not read with the account", isOlderMark(true)),
  "older-halt": () =>
    older("a halt is not read with the account", (stored, before) => {
      const [is, was] = [dayOf(stored), dayOf(before)];
      return is?.isHalted === true && was?.isHalted === false && is.referencePrice === was.referencePrice;
    }),
  "older-reference": () =>
    older(
      "a reference price that is read with the account is older than the stored one",
      (stored, before) => dayOf(stored)?.referencePrice !== dayOf(before)?.referencePrice,
    ),
  "older-rates": () => ({
    about: "the version of rates that is read with the account is the one that the process knows",
    perform: ({ method, args, process }, { run }) =>
      method !== "readAccount"
        ? undefined
        : run(...args).then((answer) => {
            const state = answer as PricedAccount | undefined;
            const known = process.ready?.market.book.versions().rates ?? 0;
            return state && { ...state, versions: { ...state.versions, rates: known } };
          }),
  }),
  "episode-twice": () => ({
    about: "an opening that lost a race counts its episode again",
    perform: onCommit(async (change, { run, content }) => {
      const outcome = await run(change);
      const [episode] = change.episodes;
      const [told] = change.notifications;
      if (outcome !== "version-moved" || episode === undefined || told?.type !== "MarginCall") return outcome;
      const number =
        (content.accounts.get(change.key.accountId)?.episodes.get(episode.symbol)?.number ?? 0n) + 1n;
      const messageId = `MarginCall/${change.key.accountId}/${episode.symbol}/${number}/0`;
      return run({
        ...{ ...change, positions: [], audits: [], expectedVersion: versionOf(content, change) },
        equityVnd: content.accounts.get(change.key.accountId)?.account.equityVnd,
        ...{ episodes: [{ ...episode, number }], notifications: [{ ...told, messageId }] },
      });
    }),
  }),
  "lease-without-fencing": () => ({
    about: "a claim gets every shard that it asks for, under the number that the lease had",
    perform: ({ method, args: [claim] }, { run }) =>
      method !== "claimShards"
        ? undefined
        : run(claim).then((rota) => grantAll(claim as ShardClaim, rota as Rota)),
  }),
  "number-outside-lock": () => ({
    about: "the number of a notification is taken when the commit is asked for",
    request: ({ method, args: [change] }, { traders }) =>
      method === "commit" ? traders.get((change as Change).key.userId)?.notifications.length : undefined,
    perform: onCommit(async (change, { run, content, requested }) => {
      const list = content.traders.get(change.key.userId)?.notifications ?? [];
      const count = list.length;
      const outcome = await run(change);
      for (const [index, each] of list.slice(count).entries())
        list[count + index] = { ...each, id: each.id - count + ((requested as number | undefined) ?? count) };
      return outcome;
    }),
  }),
  "lost-answer-as-failure": () => ({
    about: "a lost answer is taken for a failure",
    isLostAnswerFailure: true,
  }),
  "desk-misses-change": () => ({
    about: "a poll does not find one change in eight",
    perform: ({ method, args, process }, { run }) =>
      method !== "readChanges"
        ? undefined
        : run(...args).then((answer) => {
            const found = answer as StoreChanges;
            const isFound = (version: number): boolean => (version + process.name.length) % 8 !== 0;
            return { ...found, changed: found.changed.filter(({ version }) => isFound(version)) };
          }),
  }),
  "stream-one-late": () => ({ about: "a stream resumes one row late", isStreamLate: true }),
};

function onCommit(
  perform: (change: Change, performance: Performance) => Promise<unknown>,
): NonNullable<Plant["perform"]> {
  return ({ method, args: [change] }, performance) =>
    method === "commit" ? perform(change as Change, performance) : undefined;
}

function versionOf({ accounts }: MemoryContent, { key }: Change): number {
  return accounts.get(key.accountId)?.account.version ?? 0;
}

/** A crash between the two commits, or a repeat, finds the key unused. */
function keyLater(): NonNullable<Plant["perform"]> {
  return ({ method, args: [given], process }, { run, content, world }) => {
    const change = given as Change;
    if (method !== "commit" || change.outcome === undefined) return undefined;
    const { outcome, key } = change;
    const outcomes = content.traders.get(outcome.userId ?? key.userId)?.outcomes;
    if (outcomes === undefined || outcomes.has(outcome.idempotencyKey)) return undefined;
    const store = (): unknown => outcomes.set(outcome.idempotencyKey, { ...outcome, atMs: change.atMs });
    world.after(process, 40, store);
    return run({ ...change, outcome: undefined });
  };
}

type Fact = MarkRecord | QuoteDayRecord;
type IsOlder = (stored: Fact, before: Fact) => boolean;

function isOlderMark(isByHand: boolean): IsOlder {
  return (stored) => "price" in stored && stored.isByHand === isByHand;
}

function dayOf(fact: Fact): ReturnType<typeof readQuoteDay> {
  return "day" in fact ? readQuoteDay(fact.day) : undefined;
}

/** Reads accounts with prices or quotes that were stored before the present ones. */
function older(about: string, isOlder: IsOlder): Plant {
  const kept = new Map<string, Fact[]>();
  const remember = (name: string, fact: Fact): void => {
    const known = kept.get(name) ?? [];
    if (known.at(-1) !== fact) kept.set(name, [...known, fact]);
  };
  const replace = <Stored extends Fact>(kind: string, facts: readonly Stored[]): Stored[] =>
    facts.map((fact) => {
      const [before, stored] = kept.get(kind + fact.symbol) ?? [];
      return before !== undefined && stored !== undefined && isOlder(stored, before)
        ? (before as Stored)
        : fact;
    });
  return {
    about,
    perform: ({ method, args }, { run, content }) => {
      for (const [symbol, mark] of content.marks) remember(`mark ${symbol}`, mark);
      for (const [symbol, quote] of content.quotes) remember(`quote ${symbol}`, quote);
      if (method !== "readAccount") return undefined;
      return run(...args).then((answer) => {
        const state = answer as PricedAccount | undefined;
        if (state === undefined) return undefined;
        const { marks, quotes } = state.prices;
        return { ...state, prices: { marks: replace("mark ", marks), quotes: replace("quote ", quotes) } };
      });
    },
  };
}

function grantAll({ holder, untilMs, shards }: ShardClaim, rota: Rota): Rota {
  const leases = rota.leases.map(
    (lease): LeaseRecord => (shards.includes(lease.shard) ? { ...lease, holder, untilMs } : lease),
  );
  return { ...rota, leases };
}
