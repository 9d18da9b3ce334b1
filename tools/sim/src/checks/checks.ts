/** What must hold after each step, seen from the store: it checks each call as it is carried out. */
import { readAuditEntry } from "@trading-oms/brokerage";
import type { AccountKey, Change, Rota, Store } from "@trading-oms/brokerage/ports";
import type { MemoryContent } from "@trading-oms/store/memory";
import type { Call, StoreObserver } from "../world/calls.ts";
import { accounts } from "../world/content.ts";
import { digestOf } from "../world/digest.ts";
import type { Exchange } from "../world/exchange.ts";
import type { World } from "../world/world.ts";
import { checkEquity, checkFacts, type Entry, type Read, type Written } from "./decisions.ts";

/** An answer to an order. */
export type CheckedAnswer = { readonly kind: string; readonly code?: string | undefined };

type MemoryAccount = NonNullable<ReturnType<MemoryContent["accounts"]["get"]>>;
type Rates = ReadonlyMap<string, { marginRatio: bigint; marginCallRate: bigint; forceCloseRate: bigint }>;

/** Checks each call, and remembers what later calls are checked by. */
export class Checks implements StoreObserver {
  readonly now: () => number;
  /** All states of each account, oldest first. */
  readonly histories: Map<string, MemoryAccount[]> = new Map();
  /** The rates at each of their versions. */
  readonly rates: Map<number, Rates> = new Map();
  /** The last answer to a claim of shards. */
  rota: Rota = { watchers: [], leases: [] };
  exchange: Exchange | undefined;
  /** Whether a commit came long after its decision, or was decided by a clock that was behind. */
  hasOldChange = false;
  readonly #world: World;
  readonly #content: MemoryContent;
  readonly #covers = new Map<string, bigint>();
  readonly #acts = new Map<string, number>();
  readonly #answers = new Map<string, string>();
  readonly #toldCounts = new Map<string, number>();
  readonly #messageIds = new Set<string>();
  /** What each task of a process has read of an account last. */
  readonly #reads = new Map<string, Read>();
  #before: MemoryAccount | undefined;

  constructor(world: World, content: MemoryContent) {
    this.#world = world;
    this.#content = content;
    this.now = () => world.nowMs;
    for (const [accountId, account] of content.accounts) this.histories.set(accountId, [account]);
    for (const [userId, { notifications }] of content.traders)
      this.#toldCounts.set(userId, notifications.length);
    this.rates.set(content.versions.rates, new Map(content.rates));
  }

  before({ method, args }: Call): void {
    if (method === "commit") this.#before = this.#content.accounts.get((args[0] as Change).key.accountId);
  }

  after(call: Call, answer: unknown): void {
    if (call.method === "commit" && answer === "committed") this.#checkCommit(call, call.args[0] as Change);
    if (call.method === "readAccount") this.#noteRead(call, call.args[0] as AccountKey);
    if (call.method === "claimShards") this.#checkClaim(call.args[0] as Claim, answer as Rota);
  }

  noteRota(rota: Rota): void {
    this.rota = rota;
  }

  /** A key has one answer, and what was answered with success was done once. */
  answered(id: string, kind: string, answer: CheckedAnswer): void {
    // What is refused before a rule is looked at, such as a position that is not there, is not kept.
    if (!["cover", "cash", "price", "rates", "contact"].includes(kind) || answer.kind !== "done") return;
    const { firstDoneAtMs: _, ...same } = answer as CheckedAnswer & { readonly firstDoneAtMs?: number };
    const text = JSON.stringify(same, (_name, value: unknown) =>
      typeof value === "bigint" ? `${value}` : value,
    );
    const first = this.#answers.get(id) ?? text;
    this.#answers.set(id, first);
    if (first !== text) this.#world.fail(`${id} was answered ${first}, and then ${text}`);
    if (kind === "cash" && answer.code === undefined && this.#acts.get(`cash/${id.split(".")[0]}`) !== 1)
      this.#world.fail(`${id} was answered with success, and is not there`);
  }

  /** A stream has no gap, no repetition and no foreign row. */
  arrived(
    { userId, placeId }: { readonly userId: string; readonly placeId: number | undefined },
    id: number,
    accountId: string,
  ): void {
    const first = (this.#content.traders.get(userId)?.number ?? 0) * 2 ** 22;
    if (id !== (placeId ?? first) + 1)
      this.#world.fail(`the stream of ${userId} goes from ${placeId} to ${id}`);
    if (!accounts.some((each) => each.accountId === accountId && each.userId === userId))
      this.#world.fail(`the stream of ${userId} has ${id} of ${accountId}`);
  }

  #noteRead({ process, label }: Call, { accountId }: AccountKey): void {
    const account = this.#content.accounts.get(accountId);
    if (account === undefined) return;
    const { versions, marks, quotes } = this.#content;
    const symbols = [...account.positions.keys()];
    this.#reads.set(`${process.name}/${label}/${accountId}`, {
      version: account.account.version,
      atMs: this.#world.nowMs,
      ratesVersion: versions.rates,
      marks: new Map(symbols.flatMap((symbol) => [[symbol, marks.get(symbol)] as const])),
      quotes: new Map(symbols.flatMap((symbol) => [[symbol, quotes.get(symbol)] as const])),
    });
  }

  #checkCommit({ process, label }: Call, change: Change): void {
    const { key } = change;
    const after = this.#content.accounts.get(key.accountId);
    if (after === undefined) throw new Error(`${key.accountId} is gone.`);
    const before = this.#before;
    this.hasOldChange ||= this.#world.nowMs - change.atMs > 9_000;
    this.histories.set(key.accountId, [...(this.histories.get(key.accountId) ?? []), after]);
    if (change.rates !== undefined)
      this.rates.set(this.#content.versions.rates, new Map(this.#content.rates));
    const entries = this.#checkChain(after, before);
    this.#checkNotifications(key);
    this.#checkEpisodes(after, before);
    for (const entry of entries) this.#checkOnce(entry);
    this.#checkCovers(after, entries);
    const written: Written = { change, before, after, entries };
    const read = this.#reads.get(`${process.name}/${label}/${key.accountId}`);
    const rules = [checkEquity(written)];
    if (read !== undefined && read.version === change.expectedVersion && before !== undefined) {
      const rates = [...this.rates]
        .filter(([version]) => version >= read.ratesVersion)
        .map(([, each]) => each);
      const { nowMs } = this.#world;
      const hasJumped = process.machine.jumpedAtMs >= read.atMs;
      const facts = this.exchange?.facts ?? new Map();
      rules.push(...checkFacts(written, { read, rates, facts, clockMs: process.now(), nowMs, hasJumped }));
    }
    for (const broken of rules)
      if (broken !== undefined) this.#world.fail(`${key.accountId}, ${label}: ${broken}`);
  }

  /** The new entries, which continue the chain. */
  #checkChain({ account, audits }: MemoryAccount, before: MemoryAccount | undefined): Entry[] {
    const first = before?.audits.length ?? 0;
    let hash = before?.account.auditHash ?? "";
    const entries = audits.slice(first).flatMap((record, index) => {
      hash = digestOf(`${hash}\n${record.entry}`);
      const entry = readAuditEntry(record.entry);
      if (hash !== record.hash || entry?.place !== first + index + 1 || entry.chain !== account.accountId)
        this.#world.fail(`the audit of ${account.accountId} breaks at ${first + index + 1}`);
      return entry === undefined ? [] : [entry as Entry];
    });
    if (account.auditHash !== hash) this.#world.fail(`${account.accountId} keeps another hash`);
    return entries;
  }

  /** An order acts once. Its id is the reason of its entries. */
  #checkOnce({ kind, reason }: Entry): void {
    // A position may be marked as closing again, after an answer that was lost.
    if (reason === "" || kind === "closing") return;
    const name = `${kind}/${reason.split(".")[0]}`;
    const count = (this.#acts.get(name) ?? 0) + 1;
    this.#acts.set(name, count);
    if (count > 1) this.#world.fail(`${name} was done ${count} times`);
  }

  #checkCovers({ account: { accountId }, positions }: MemoryAccount, entries: readonly Entry[]): void {
    for (const { kind, before, after } of entries) {
      if (kind !== "cover" && kind !== "release") continue;
      const name = `${accountId}/${after["symbol"]}`;
      if (BigInt(String(before["coveredVnd"])) !== (this.#covers.get(name) ?? 0n))
        this.#world.fail(
          `${name} was covered by ${before["coveredVnd"]} by its entry, and not by the one before`,
        );
      this.#covers.set(name, BigInt(String(after["coveredVnd"])));
    }
    for (const { symbol, coveredVnd } of positions.values()) {
      const lastVnd = this.#covers.get(`${accountId}/${symbol}`) ?? 0n;
      if (coveredVnd !== lastVnd)
        this.#world.fail(`${accountId} covers ${symbol} by ${coveredVnd}, its last entry by ${lastVnd}`);
    }
  }

  #checkNotifications({ userId }: AccountKey): void {
    const trader = this.#content.traders.get(userId);
    const first = this.#toldCounts.get(userId) ?? 0;
    for (const [index, { id, messageId }] of (trader?.notifications ?? []).entries()) {
      if (index < first) continue;
      if (id !== (trader?.number ?? 0) * 2 ** 22 + index + 1)
        this.#world.fail(`notification ${index + 1} of ${userId} has the number ${id % 2 ** 22}`);
      if (this.#messageIds.has(messageId)) this.#world.fail(`${messageId} was told twice`);
      this.#messageIds.add(messageId);
    }
    this.#toldCounts.set(userId, trader?.notifications.length ?? 0);
  }

  /** A fall opens one episode: a number rises by one, when none is open, and an ended one does not open again. */
  #checkEpisodes({ account, episodes }: MemoryAccount, before: MemoryAccount | undefined): void {
    for (const [symbol, { number, isOpen }] of episodes) {
      const was = before?.episodes.get(symbol) ?? { number: 0n, isOpen: false };
      const isSame = number === was.number && (was.isOpen || !isOpen);
      const isOpened = number === was.number + 1n && !was.isOpen && isOpen;
      if (!isSame && !isOpened)
        this.#world.fail(`episode ${was.number} of ${account.accountId}/${symbol} is followed by ${number}`);
      const isTold = this.#messageIds.has(`MarginCall/${account.accountId}/${symbol}/${number}/0`);
      if (isOpened && !isTold)
        this.#world.fail(`episode ${number} of ${account.accountId}/${symbol} was not told`);
    }
  }

  /** A shard changes hands when its lease has ended by the claimer's clock, and then under another number. */
  #checkClaim({ holder, atMs }: Claim, rota: Rota): void {
    for (const lease of rota.leases) {
      const was = this.rota.leases.find(({ shard }) => shard === lease.shard);
      if (was === undefined) continue;
      const isChanged = lease.holder !== was.holder;
      const isFree = was.untilMs <= atMs || was.untilMs > atMs + 60_000;
      if (isChanged && (lease.holder !== holder || !isFree))
        this.#world.fail(`shard ${lease.shard} went from ${was.holder} to ${lease.holder}, and was not free`);
      if (lease.fencing !== was.fencing + (isChanged ? 1 : 0))
        this.#world.fail(
          `the lease of shard ${lease.shard} has the number ${lease.fencing} after ${was.fencing}`,
        );
    }
    this.rota = rota;
  }
}

type Claim = Parameters<Store["claimShards"]>[0];
