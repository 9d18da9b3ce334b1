/** One run by a seed: a time with faults, then a time without, in which everything has to come right. */
import { verifyAudit } from "@trading-oms/brokerage";
import { openMemoryStore } from "@trading-oms/store/memory";
import { Checks } from "./checks/checks.ts";
import { checkDesk, checkEnd } from "./checks/liveness.ts";
import type { Plant } from "./world/calls.ts";
import { act, type Clients, Reader } from "./world/clients.ts";
import { accounts, copyContent, symbols, userIds } from "./world/content.ts";
import { digestOf } from "./world/digest.ts";
import { Exchange, type FeedRates } from "./world/exchange.ts";
import { type FaultKind, type Plan, planOf } from "./world/plan.ts";
import { type Machine, ServerProcess } from "./world/process.ts";
import { type StoreRates, type StoreWorld, storeFor } from "./world/scheduled-store.ts";
import { beginMs, World } from "./world/world.ts";

export type RunOptions = {
  readonly plan?: Plan | undefined;
  readonly plant?: Plant | undefined;
  readonly keepsLines?: boolean | undefined;
  /** Resolves when no promise is left that can settle by itself. */
  readonly drain: () => Promise<void>;
};

export type Run = {
  readonly seed: number;
  readonly hash: string;
  readonly stepCount: number;
  readonly faults: ReadonlyMap<string, number>;
  readonly kinds: ReadonlyMap<string, number>;
  /** The rule that did not hold. */
  readonly broken: string | undefined;
  readonly lines: readonly string[];
};

const faultsMs = 12_000;
/** A lease, its renewal, the reading of shards, evaluations that are repeated, and the delays of streams. */
const boundMs = 12_000;
const hourMs = 3_600_000;

export async function simulate(seed: number, options: RunOptions): Promise<Run> {
  const plan = options.plan ?? planOf(seed);
  const world = new World(seed, { drain: options.drain, keepsLines: options.keepsLines === true });
  const content = await copyContent();
  const checks = new Checks(world, content);
  const memory = openMemoryStore(content, () => world.nowMs);
  const has = (kind: FaultKind, rate: number): number => (plan.faults.includes(kind) ? rate : 0);
  const rates: StoreRates = {
    busy: has("busy", 25),
    cut: has("cut", 15),
    lost: has("lost", 60),
    slow: has("slow", 25),
    orphaned: 500,
  };
  const feedRates: FeedRates = {
    ...{ late: has("feed-delay", 100), lost: has("feed-loss", 100) },
    ...{ repeated: has("feed-repeat", 100), unordered: has("feed-order", 150) },
  };
  const deps: StoreWorld = { world, content, memory, rates, observer: checks, plant: options.plant };
  const fleet = new Fleet(deps, plan);
  const exchange = new Exchange(world, { rates: feedRates, listProcesses: () => fleet.listReady() });
  checks.exchange = exchange;
  fleet.onReady = (process) => exchange.sendSnapshots(process);
  const untilMs = beginMs + faultsMs;
  exchange.begin(untilMs);
  fleet.begin();
  const clients: Clients = {
    world,
    exchange,
    checks,
    listReady: () => fleet.listReady(),
    plant: options.plant,
  };
  let actingCount = 5;
  for (const name of ["a", "b", "c", "d", "e"])
    void act(clients, name, plan.acts, untilMs).then(() => {
      actingCount -= 1;
    });
  const readers = userIds.map((userId) => new Reader(clients, userId));
  for (const reader of readers) void reader.read();
  await world.runUntil(untilMs, () => {
    fleet.disturb();
    checkDesks();
  });
  Object.assign(rates, { busy: 0, cut: 0, lost: 0, slow: 0, orphaned: 0 });
  Object.assign(feedRates, { late: 0, lost: 0, repeated: 0, unordered: 0 });
  fleet.heal();
  // Orders that were made before are still repeated, and the last prices are sent when they are done.
  for (let waitMs = 0; actingCount > 0 && waitMs < 60_000; waitMs += 1_000)
    await world.runUntil(world.nowMs + 1_000);
  if (actingCount > 0) world.fail(`${actingCount} clients are not answered`);
  // By design, a change that is dated more than ten seconds back is found by a tour of all accounts, which takes minutes.
  if (checks.hasOldChange) fleet.startAgain();
  const settledMs = world.nowMs + boundMs;
  settleMarket(world, exchange, settledMs);
  await world.runUntil(settledMs, checkDesks);
  const end = { content, exchange, checks, processes: fleet.processes, readers };
  for (const broken of checkEnd(end, world.nowMs)) world.fail(broken);
  await verifyChains();
  const { hash, stepCount, faults, kinds, broken, lines = [] } = world;
  return { seed, hash, stepCount, faults, kinds, broken, lines };

  function checkDesks(): void {
    if (world.stepCount % 16 !== 0) return;
    for (const process of fleet.processes) {
      const broken = checkDesk(checks, process);
      if (broken !== undefined) world.fail(broken);
    }
  }

  async function verifyChains(): Promise<void> {
    const services = { store: memory, hash: async (text: string) => digestOf(text) };
    for (const { held: _, ...key } of accounts) {
      const verdict = await verifyAudit(services, key);
      if (verdict.kind !== "whole") world.fail(`the audit of ${key.accountId}: ${JSON.stringify(verdict)}`);
    }
  }
}

/** Ends halts, and trades each symbol at one last price. */
function settleMarket(world: World, exchange: Exchange, untilMs: number): void {
  for (const symbol of symbols) {
    exchange.halt(symbol, false);
    exchange.prices.set(symbol, exchange.drawPrice());
  }
  const trade = (): void => {
    for (const symbol of symbols) exchange.trade(symbol, exchange.prices.get(symbol) ?? 0n);
    if (world.nowMs + 4_000 < untilMs) world.after(undefined, 2_000, trade);
  };
  trade();
}

/** The machines, their processes, and what befalls them. */
class Fleet {
  readonly processes: ServerProcess[] = [];
  onReady: (process: ServerProcess) => void = () => {};
  readonly #deps: StoreWorld;
  readonly #plan: Plan;
  readonly #machines: readonly Machine[];
  #lifeCount = 0;
  #isHealed = false;

  constructor(deps: StoreWorld, plan: Plan) {
    this.#deps = deps;
    this.#plan = plan;
    // The last of three machines has no feed.
    this.#machines = Array.from({ length: plan.serverCount }, (_, index) => ({
      ...{ name: `s${index + 1}`, hasFeed: index < 2, offsetMs: 0, jumpedAtMs: 0 },
    }));
  }

  begin(): void {
    for (const index of this.#machines.keys()) this.#start(index);
  }

  listReady(): readonly ServerProcess[] {
    return this.processes.filter(({ isDead, ready }) => !isDead && ready !== undefined);
  }

  /** Makes a fault now and then. */
  disturb(): void {
    const { world, memory } = this.#deps;
    const { dice } = world;
    if (!dice.chance(25)) return;
    const index = dice.below(this.processes.length);
    const [process, machine] = [this.processes[index], this.#machines[index]];
    const kind = dice.pick(["crash", "stall", "lease", "clock-ahead", "clock-behind"] as const);
    if (process === undefined || machine === undefined || process.isDead || !this.#plan.faults.includes(kind))
      return;
    if (kind.startsWith("clock") && machine.offsetMs !== 0) return;
    world.noteFault(kind, process.name);
    if (kind === "crash") {
      process.crash();
      world.after(undefined, 300 + dice.below(3_000), () => this.#start(index));
    } else if (kind === "stall") process.stalledUntilMs = world.nowMs + 500 + dice.below(9_000);
    else if (kind === "lease") {
      // Its shards become free, and it does not know.
      const claim = { holder: process.name, atMs: process.now(), untilMs: process.now(), shards: [] };
      void memory.claimShards(claim).then((rota) => this.#deps.observer.noteRota(rota));
    } else {
      this.#setClock(machine, kind === "clock-ahead" ? hourMs : -hourMs);
      world.after(undefined, 1_000 + dice.below(6_000), () => this.#setClock(machine, 0));
    }
  }

  /** Ends all faults. */
  heal(): void {
    this.#isHealed = true;
    for (const [index, process] of this.processes.entries()) {
      process.stalledUntilMs = 0;
      this.#setClock(process.machine, 0);
      if (process.isDead) this.#start(index);
    }
  }

  startAgain(): void {
    for (const [index, process] of this.processes.entries()) {
      process.crash();
      this.#start(index);
    }
  }

  #setClock(machine: Machine, offsetMs: number): void {
    if (machine.offsetMs === offsetMs || (this.#isHealed && offsetMs !== 0)) return;
    machine.offsetMs = offsetMs;
    machine.jumpedAtMs = this.#deps.world.nowMs;
    this.#deps.world.note(`clock ${offsetMs / hourMs}`, machine.name);
  }

  #start(index: number): void {
    const machine = this.#machines[index];
    if (machine === undefined || this.processes[index]?.isDead === false) return;
    this.#lifeCount += 1;
    const storeOf = (process: ServerProcess, label: string) => storeFor(this.#deps, process, label);
    const process = new ServerProcess(this.#deps.world, { machine, life: this.#lifeCount, storeOf });
    this.processes[index] = process;
    void process
      .begin((ready) => this.onReady(ready))
      .then(() => {
        if (process.isDead) this.#deps.world.after(undefined, 1_000, () => this.#start(index));
      });
  }
}
