/** The store in memory, on which each call waits for its turn and may fail, or succeed and lose its answer. */
import type { Store } from "@trading-oms/brokerage/ports";
import type { MemoryContent } from "@trading-oms/store/memory";
import type { Call, Plant, StoreObserver } from "./calls.ts";
import { type ServerProcess, storeFailure } from "./process.ts";
import type { World } from "./world.ts";

/** How many calls of a thousand fail in which way, and how many of a process that has crashed are carried out. */
export type StoreRates = { busy: number; cut: number; lost: number; slow: number; orphaned: number };

const writes: ReadonlySet<string> = new Set(["commit", "setMarks", "saveQuotes", "claimShards"]);

type Method = (...args: readonly unknown[]) => Promise<unknown>;

/** What the world has put together for the calls of all processes. */
export type StoreWorld = {
  readonly world: World;
  readonly content: MemoryContent;
  readonly memory: Store;
  readonly rates: StoreRates;
  readonly observer: StoreObserver;
  readonly plant: Plant | undefined;
};

/** The store for the calls of a process under a label. */
export function storeFor(deps: StoreWorld, process: ServerProcess, label: string): Store {
  const methods = Object.keys(deps.memory) as (keyof Store)[];
  const wrapped = methods.map((method) => [
    method,
    (...args: readonly unknown[]) => call(deps, { process, label, method, args }),
  ]);
  return Object.fromEntries(wrapped) as unknown as Store;
}

function call(deps: StoreWorld, made: Call): Promise<unknown> {
  const { world, content, memory, plant } = deps;
  const { process, method, args } = made;
  // Nothing that a crashed process asks for is answered.
  if (process.isDead) return new Promise(() => {});
  // Most shards have no account. To read one changes nothing, and takes no turn.
  if (method === "listChanges" && isEmptyShard(content, args[0] as { shards: readonly number[] }))
    return (memory[method] as Method)(...args);
  const requested = plant?.request?.(made, content);
  return new Promise((resolve, reject) => {
    world.after(undefined, delayOf(deps), () => execute(deps, made, { requested, resolve, reject }));
  });
}

type Waiting = {
  readonly requested: unknown;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (thrown: unknown) => void;
};

async function execute(deps: StoreWorld, made: Call, { requested, resolve, reject }: Waiting): Promise<void> {
  const { world, content, memory, observer, plant, rates } = deps;
  const { process, label, method, args } = made;
  if (process.isDead && !world.dice.chance(rates.orphaned)) return;
  const fate = fateOf(deps, method);
  const name = `${process.name} ${label}`;
  const answerLater = (settle: () => void): void =>
    world.dice.chance(850) && process.stalledUntilMs <= world.nowMs
      ? settle()
      : world.after(process, delayOf(deps), settle);
  if (fate === "busy" || fate === "cut") {
    world.noteFault(fate, `${name} ${method}`);
    return answerLater(() => reject(storeFailure(fate === "busy" ? "busy" : "unreachable")));
  }
  observer.before(made);
  const run = (...changed: readonly unknown[]) => (memory[method] as Method)(...changed);
  const answer = await (plant?.perform?.(made, { run, content, world, requested }) ?? run(...args));
  world.note(`${kindOf(label)} ${method}${typeof answer === "string" ? ` ${answer}` : ""}`, name);
  observer.after(made, answer);
  if (process.isDead) return;
  if (fate !== "lost") return answerLater(() => resolve(answer));
  world.noteFault("lost", `${name} ${method}`);
  answerLater(() => reject(storeFailure("unreachable")));
}

/** Requests have a number, which makes no other kind. */
function kindOf(label: string): string {
  return label.split("-")[0] ?? label;
}

function fateOf({ world, rates }: StoreWorld, method: string): "busy" | "cut" | "lost" | "done" {
  const drawn = world.dice.below(1_000);
  if (drawn < rates.busy) return "busy";
  if (drawn < rates.busy + rates.cut) return "cut";
  return drawn < rates.busy + rates.cut + rates.lost && writes.has(method) ? "lost" : "done";
}

function delayOf({ world, rates }: StoreWorld): number {
  if (!world.dice.chance(rates.slow)) return world.dice.below(12);
  world.noteFault("slow");
  return world.dice.below(6_000);
}

function isEmptyShard(
  { accounts }: MemoryContent,
  { shards }: { readonly shards: readonly number[] },
): boolean {
  for (const { shard } of accounts.values()) if (shards.includes(shard)) return false;
  return true;
}
