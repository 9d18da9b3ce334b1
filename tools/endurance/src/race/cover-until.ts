import type { Dice } from "../make-dice.ts";
import type { CoverToSend, Lane } from "./open-lane.ts";
import type { RacedPosition } from "./raced-position.ts";
import type { SentCover } from "./sent-cover.ts";

/** A key that was sent, with the body that it was sent with first. */
export type SpentKey = {
  readonly key: string;
  readonly position: RacedPosition;
  readonly amountVnd: number;
  timesSent: number;
};

/** What one client covers with; keys and what was sent are shared with the others. */
export type Racer = {
  readonly name: string;
  /** One to each server. */
  readonly lanes: readonly Lane[];
  readonly positions: readonly RacedPosition[];
  readonly tokens: ReadonlyMap<string, string>;
  readonly dice: Dice;
  readonly spentKeys: SpentKey[];
  readonly sent: SentCover[];
};

/** Steps of the amounts, in VND: the first two are below need, and the last are more than a position takes. */
const stepVnd = 250_000;
const stepCount = 53;

/** Covers positions by chance until a moment: plainly, with keys, with keys of old, and with tokens of others. */
export async function coverUntil(racer: Racer, endMs: number): Promise<void> {
  const { dice, lanes, spentKeys, name } = racer;
  for (let count = 0; performance.now() < endMs; count += 1) {
    const lane = pick(lanes, dice);
    const position = pick(racer.positions, dice);
    const amountVnd = dice(stepCount) * stepVnd;
    const choice = dice(20);
    const plain = { position, amountVnd, key: undefined, requestId: `${name}.${count}` };
    if (choice === 0) await send(racer, lane, { ...plain, isForeign: true });
    else if (choice < 6) {
      const spent: SpentKey = { key: `${name}-key-${count}`, position, amountVnd, timesSent: 0 };
      spentKeys.push(spent);
      // Some are sent to both servers at once, as by a client that did not wait, and some of those with two bodies.
      if (choice < 4) await repeat(racer, lane, spent);
      else await Promise.all(lanes.map((each) => repeat(racer, each, spent)));
    } else if (choice < 10 && spentKeys.length > 0) await repeat(racer, lane, pick(spentKeys, dice));
    else await send(racer, lane, plain);
  }
}

/** Sends an order under its key, the first time or again; now and then with another body than at first. */
export function repeat(racer: Racer, lane: Lane, spent: SpentKey): Promise<void> {
  const { key, position } = spent;
  spent.timesSent += 1;
  const isOther = racer.dice(5) === 0;
  const amountVnd = isOther ? spent.amountVnd + 1 : spent.amountVnd;
  return send(racer, lane, { position, amountVnd, key, requestId: `${key}.${spent.timesSent}` });
}

async function send(
  { tokens, positions, dice, sent }: Racer,
  lane: Lane,
  order: Omit<CoverToSend, "token" | "isForeign"> & { readonly isForeign?: boolean },
): Promise<void> {
  const { isForeign = false } = order;
  const { userId } = order.position;
  const others = isForeign ? positions.filter((each) => each.userId !== userId) : [order.position];
  const token = tokens.get(pick(others, dice).userId) ?? "";
  sent.push(await lane.send({ ...order, isForeign, token }));
}

function pick<Each>(all: readonly Each[], dice: Dice): Each {
  const one = all[dice(all.length)];
  if (one === undefined) throw new RangeError("There is nothing to pick from.");
  return one;
}
