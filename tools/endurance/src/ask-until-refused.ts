import { setTimeout as wait } from "node:timers/promises";
import type { Dice } from "./make-dice.ts";
import { openWire, type Wire } from "./open-wire.ts";

/** What one client saw until it was refused. */
export type Asked = {
  readonly answeredCount: number;
  readonly connectionCount: number;
  readonly faults: string[];
};

/** How a client behaves: what it asks for in turn, and how long it pauses between requests at most. */
export type Client = {
  readonly port: number;
  readonly requests: readonly string[];
  readonly pauseMsMax: number;
  readonly dice: Dice;
};

/** Asks on kept connections, one request after the other, until a connection is refused. */
export async function askUntilRefused({ port, requests, pauseMsMax, dice }: Client): Promise<Asked> {
  const faults: string[] = [];
  let answeredCount = 0;
  let connectionCount = 0;
  let wire: Wire | undefined;
  for (let count = dice(requests.length); ; ) {
    if (wire === undefined) {
      const opening = await openWire(port);
      if (opening.kind === "refused") return { answeredCount, connectionCount, faults };
      if (opening.kind === "reset") {
        faults.push(`a connection that the kernel had taken was thrown out (${opening.why})`);
        continue;
      }
      connectionCount += 1;
      wire = opening.wire;
    }
    if (pauseMsMax > 0) await wait(dice(pauseMsMax + 1));
    const request: string = requests[count % requests.length] ?? "";
    const exchange = await wire.ask(request);
    if (exchange.kind === "answered") {
      answeredCount += 1;
      count += 1;
      if (exchange.answer.status !== 200)
        faults.push(`${request.split(" HTTP")[0]}: ${exchange.answer.status}`);
      if (!exchange.answer.isLast) continue;
    } else if (exchange.kind === "cut") faults.push(`${request.split(" HTTP")[0]} was cut: ${exchange.why}`);
    wire.close();
    wire = undefined;
  }
}
