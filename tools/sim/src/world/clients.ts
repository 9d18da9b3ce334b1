/** Users and operators, who repeat what they are not sure of, and the readers of streams. */
import {
  addContact,
  adjustSymbol,
  closeHolding,
  findAccounts,
  listNotifications,
  markClosing,
  markNotificationsRead,
  orderCash,
  previewCover,
  setCover,
  setPosition,
  setPrice,
  setRates,
  showAccount,
  storeErrorCodeOf,
  type WatchServices,
} from "@trading-oms/brokerage";
import { calendarDateOf } from "@trading-oms/market";
import type { CheckedAnswer, Checks } from "../checks/checks.ts";
import type { Plant } from "./calls.ts";
import { accounts, ratesWith } from "./content.ts";
import type { Exchange } from "./exchange.ts";
import type { ActKind } from "./plan.ts";
import type { ServerProcess } from "./process.ts";
import type { World } from "./world.ts";

/** What a client wants. The same id and, where the operation takes one, the same key go with each attempt. */
type Intent = {
  readonly kind: ActKind;
  readonly run: (services: WatchServices, id: string, process: ServerProcess) => Promise<CheckedAnswer>;
  /** Whether it is done once however often it is sent. Others are sent once. */
  readonly isRepeatable: boolean;
};

export type Clients = {
  readonly world: World;
  readonly exchange: Exchange;
  readonly checks: Checks;
  readonly listReady: () => readonly ServerProcess[];
  readonly plant: Plant | undefined;
};

const operator = { kind: "operator", name: "lan" } as const;
const attemptsMax = 40;

/** Acts until a time, and resolves when the last answer is there. */
export async function act(
  clients: Clients,
  name: string,
  kinds: readonly ActKind[],
  untilMs: number,
): Promise<void> {
  const { world } = clients;
  for (let count = 1; world.nowMs < untilMs && kinds.length > 0; count += 1) {
    await world.pause(world.dice.below(1_500));
    await carryOut(clients, `${name}${count}`, draw(clients, world.dice.pick(kinds)));
  }
}

/** Sends an order until it is answered. After a lost answer it is sent again, sometimes beside the first, to any server. */
async function carryOut(clients: Clients, id: string, intent: Intent): Promise<void> {
  const { world, plant } = clients;
  const isTwice = intent.isRepeatable && world.dice.chance(60);
  let sent = id;
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const first = attemptOnce(clients, sent, id, intent);
    const second = isTwice ? attemptOnce(clients, sent, id, intent) : undefined;
    const outcomes = [await first, await second];
    if (outcomes.includes("answered") || !intent.isRepeatable) return;
    if (plant?.isLostAnswerFailure === true && outcomes.includes("unknown")) sent = `${id}.${attempt}`;
    await world.pause(200 + world.dice.below(2_000));
  }
  world.fail(`${id} was not answered in ${attemptsMax} attempts`);
}

async function attemptOnce(
  { world, checks, listReady }: Clients,
  sent: string,
  id: string,
  { kind, run }: Intent,
): Promise<"answered" | "unknown" | "busy"> {
  const ready = listReady();
  if (ready.length === 0) return "busy";
  const process = world.dice.pick(ready);
  const timer = { isDead: false, stalledUntilMs: 0 };
  const timeout = new Promise<undefined>((resolve) => world.after(timer, 8_000, () => resolve(undefined)));
  try {
    // A label of its own for each attempt, by which the checks know what it has read.
    const label = `${kind}-${sent}-${world.stepCount}`;
    const answer = await Promise.race([
      process.ask(label, (services) => run({ ...services }, sent, process)),
      timeout,
    ]);
    world.note(
      `${kind} ${answer === undefined ? "timeout" : (answer.code ?? answer.kind)}`,
      `${id} ${process.name}`,
    );
    if (answer === undefined) return "unknown";
    if (answer.code === "too_busy") return "busy";
    checks.answered(sent, kind, answer);
    return "answered";
  } catch (thrown) {
    if (storeErrorCodeOf(thrown) === undefined) throw thrown;
    world.note(`${kind} unknown`, `${id} ${process.name}`);
    return "unknown";
  } finally {
    timer.isDead = true;
  }
}

function draw({ world, exchange, checks }: Clients, kind: ActKind): Intent {
  const { dice } = world;
  const { held, ...key } = dice.pick(accounts);
  const symbol = dice.pick(held);
  const place = { ...key, symbol };
  const origin = (id: string) => ({ actor: operator, reason: id });
  const keyed = (id: string) => ({ ...origin(id), idempotency: { key: id, fingerprint: id } });
  const once = (run: Intent["run"], isRepeatable = true): Intent => ({ kind, run, isRepeatable });
  switch (kind) {
    case "cover": {
      const amountVnd = BigInt(dice.below(30)) * 500_000n;
      const actor = { kind: "user", name: key.userId } as const;
      return once((services, id) =>
        setCover(services, { ...place, ...keyed(id), actor, amountVnd, requestId: id }),
      );
    }
    case "preview": {
      const amountVnd = BigInt(dice.below(30)) * 500_000n;
      return once((services) => previewCover(services, place, { amountVnd }));
    }
    case "read":
      return once(async (services, _id, process) => {
        const shown = await showAccount(services, key);
        const page = await listNotifications(services, key.userId, { limit: 5, offset: 0 });
        await markNotificationsRead(services, key.userId);
        if (process.ready !== undefined) findAccounts(process.ready.projection, "", 9);
        process.ready?.desk.show(key.userId);
        return { kind: shown.kind === "found" && page.length <= 5 ? "done" : "refused" };
      });
    case "cash": {
      const movement = { key, kind: dice.pick(["deposit", "withdrawal", "withdrawal"] as const) };
      const amountVnd = BigInt(1 + dice.below(12)) * 1_000_000n;
      return once((services, id) => orderCash(services, { ...movement, amountVnd, ...keyed(id) }));
    }
    case "price": {
      const price = exchange.drawPrice();
      return once((services, id) => setPrice(services, { symbol, price, isConfirmed: true, ...keyed(id) }));
    }
    case "rates": {
      const rates = ratesWith(dice.pick([390_000n, 400_000n, 420_000n]));
      const scope = { level: "symbol", name: symbol } as const;
      return once((services, id) => setRates(services, { ...scope, rates, isConfirmed: true, ...keyed(id) }));
    }
    case "contact": {
      const contact = { method: "telephone", answer: "reached" } as const;
      return once((services, id) =>
        addContact(services, { ...place, ...keyed(id), contact: { ...contact, note: id }, requestId: id }),
      );
    }
    case "closing": {
      const isClosing = dice.chance(500);
      return once((services, id) => markClosing(services, place, isClosing, origin(id)));
    }
    case "close": {
      const price = exchange.drawPrice();
      return once(async (services, id) => {
        const closed = await closeHolding(services, place, price, { ...origin(id), isConfirmed: true });
        const order = { ...origin(id), isConfirmed: true, idempotencyKey: `${id}/again` };
        const entry = { quantity: 1_000n, price: 100_000_000n };
        return closed.kind === "done" ? setPosition(services, place, entry, order) : closed;
      }, false);
    }
    case "adjust": {
      const date = calendarDateOf(checks.now());
      const adjustment = { dividendVnd: 100n };
      return once((services, id) =>
        adjustSymbol(services, { ...origin(id), accountId: key.accountId, symbol, date, id, adjustment }),
      );
    }
    case "halt": {
      const isHalted = dice.chance(500);
      return once(async (services, id) => {
        exchange.halt(symbol, isHalted);
        // Somebody who wants money back, whether or not the halt is known to the server.
        await world.pause(dice.below(2_500));
        return setCover(services, { ...place, ...keyed(id), amountVnd: 0n, requestId: id });
      });
    }
    case "reference": {
      const price = 84_000_000n + BigInt(dice.below(20)) * 100_000n;
      return once(async () => {
        exchange.setReference("REF", price);
        return { kind: "done" };
      });
    }
  }
}

/** Reads the notifications of a user, from server to server, each time from the last one that arrived. */
export class Reader {
  readonly userId: string;
  /** The id of the last notification that arrived; undefined before the first. */
  placeId: number | undefined;
  readonly #clients: Clients;

  constructor(clients: Clients, userId: string) {
    this.#clients = clients;
    this.userId = userId;
  }

  async read(): Promise<void> {
    const { world, listReady } = this.#clients;
    for (;;) {
      const ready = listReady();
      if (ready.length > 0) await this.#readFrom(world.dice.pick(ready));
      await world.pause(300);
    }
  }

  /** Reads until the connection breaks. What is on its way then is lost. */
  async #readFrom(process: ServerProcess): Promise<void> {
    const { world, plant } = this.#clients;
    const connection = { isOpen: true, arrivesMs: 0 };
    let isNews = true;
    let wake = (): void => {};
    const leave = process.ready?.market.live.followUser(this.userId, () => {
      isNews = true;
      wake();
    });
    process.onCrash.push(() => wake());
    let sentId = this.placeId ?? 0;
    if (plant?.isStreamLate === true && this.placeId !== undefined) sentId += 1;
    while (connection.isOpen && !process.isDead) {
      if (!isNews) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      isNews = false;
      const page = { afterId: sentId, limit: 3 };
      const ask = process.ask("stream", ({ store }) => store.listNotificationsAfter(this.userId, page));
      const records = await ask.catch(() => undefined);
      if (records === undefined) await world.pause(1_000);
      isNews ||= records === undefined || records.length === page.limit;
      for (const { id, accountId } of records ?? []) {
        sentId = id;
        connection.arrivesMs = Math.max(connection.arrivesMs, world.nowMs + world.dice.below(300));
        world.after(
          process,
          connection.arrivesMs - world.nowMs,
          () => this.#take(connection, id, accountId) && wake(),
        );
      }
    }
    leave?.();
  }

  /** Returns whether the connection breaks. */
  #take(connection: { isOpen: boolean }, id: number, accountId: string): boolean {
    const { world, checks } = this.#clients;
    if (!connection.isOpen) return false;
    checks.arrived(this, id, accountId);
    this.placeId = id;
    world.note("arrived", `${this.userId} ${id}`);
    connection.isOpen = !world.dice.chance(80);
    return !connection.isOpen;
  }
}
