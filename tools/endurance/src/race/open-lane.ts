import { openWire, type Wire } from "../open-wire.ts";
import type { WireAnswer } from "../read-answer.ts";
import type { RacedPosition } from "./raced-position.ts";
import type { SentCover } from "./sent-cover.ts";

/** An order before it is sent. */
export type CoverToSend = {
  readonly position: RacedPosition;
  readonly amountVnd: number;
  readonly key: string | undefined;
  readonly requestId: string;
  readonly token: string;
  readonly isForeign: boolean;
};

/** Sends orders to one server on one kept connection, one at a time. */
export type Lane = {
  readonly send: (order: CoverToSend) => Promise<SentCover>;
  readonly close: () => void;
};

/** Opens a lane to a server of this machine; a request that is cut is one that nobody should have cut. */
export async function openLane(port: number): Promise<Lane> {
  const opening = await openWire(port);
  if (opening.kind !== "open") throw new Error(`The server on port ${port} takes no connection.`);
  let wire: Wire = opening.wire;
  return {
    send: async (order) => {
      const exchange = await wire.ask(render(order));
      if (exchange.kind !== "answered")
        throw new Error(`${order.requestId} came to ${JSON.stringify(exchange)}.`);
      if (exchange.answer.isLast) {
        wire.close();
        const again = await openWire(port);
        if (again.kind !== "open")
          throw new Error(`The server on port ${port} takes no connection any more.`);
        wire = again.wire;
      }
      return sentOf(order, exchange.answer);
    },
    close: () => wire.close(),
  };
}

function render({ position, amountVnd, key, requestId, token }: CoverToSend): string {
  const { accountId, symbol } = position;
  const body = JSON.stringify({ accountId, symbol, amount: amountVnd });
  const lines = [
    "PATCH /api/v1/users/covered-margin-call HTTP/1.1",
    "Host: 127.0.0.1",
    `Authorization: Bearer ${token}`,
    `X-Request-Id: ${requestId}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
    ...(key === undefined ? [] : [`Idempotency-Key: ${key}`]),
  ];
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}

function sentOf(order: CoverToSend, { status, headers, body }: WireAnswer): SentCover {
  const { position, amountVnd, key, requestId, isForeign } = order;
  const { accountId, symbol } = position;
  const retryAfter = headers.get("retry-after");
  return { requestId, key, accountId, symbol, amountVnd, isForeign, status, retryAfter, body };
}
