import type { FeedMessage } from "@trading-oms/brokerage/ports";

type Levels = Extract<FeedMessage, { readonly kind: "depth" }>["bids"];

/** Writes a message as JSON, as it stands in a frame and in a recording. */
export function renderMessage(message: FeedMessage): string {
  if (message.kind === "trade") {
    const { price, quantity, side } = message;
    return `${renderOrigin(message)},"price":${renderThousandths(price)},"quantity":${quantity},"side":"${side}"}`;
  }
  if (message.kind === "depth") {
    const { bids, asks } = message;
    return `${renderOrigin(message)},"bids":${renderLevels(bids)},"asks":${renderLevels(asks)}}`;
  }
  return JSON.stringify(message, (name, value) => {
    if (typeof value === "bigint") return exact(value);
    return name === "bids" || name === "asks" ? pairsOf(value) : value;
  });
}

function renderOrigin({ kind, symbol, seq, atMs }: Exclude<FeedMessage, { readonly kind: "heartbeat" }>) {
  return `{"kind":"${kind}","symbol":${JSON.stringify(symbol)},"seq":${seq},"atMs":${atMs}`;
}

function renderLevels(levels: Levels): string {
  return `[${levels.map(({ price, quantity }) => `[${renderThousandths(price)},${quantity}]`).join(",")}]`;
}

function renderThousandths(amount: bigint): string {
  return amount <= safeMax ? `${amount}` : `"${amount}"`;
}

function pairsOf(levels: Levels): unknown[] {
  return levels.map(({ price, quantity }) => [price, quantity]);
}

/** A number beyond this is not the one that was meant, and a text always is. */
const safeMax = BigInt(Number.MAX_SAFE_INTEGER);

function exact(amount: bigint): number | string {
  return amount <= safeMax ? Number(amount) : `${amount}`;
}
