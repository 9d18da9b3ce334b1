import { openWire, type Wire } from "../open-wire.ts";
import type { WireAnswer } from "../read-answer.ts";

/** What came of a request. */
export type Call =
  | { readonly kind: "answered"; readonly answer: WireAnswer }
  | { readonly kind: "refused" }
  | { readonly kind: "cut"; readonly why: string };

/** Asks a server on one kept connection, which is opened anew wherever it is gone. */
export type Caller = {
  readonly call: (request: string) => Promise<Call>;
  readonly close: () => void;
};

/** Makes a caller; it connects when it is first asked for something. */
export function openCaller(port: number): Caller {
  let wire: Wire | undefined;
  const drop = (): void => {
    wire?.close();
    wire = undefined;
  };
  return { call, close: drop };

  async function call(request: string): Promise<Call> {
    // A connection that ended while nobody asked tells so before anything is sent; then a fresh one is used.
    for (;;) {
      const isKept = wire !== undefined;
      if (wire === undefined) {
        const opening = await openWire(port);
        if (opening.kind === "refused") return { kind: "refused" };
        if (opening.kind === "reset") return { kind: "cut", why: opening.why };
        wire = opening.wire;
      }
      const exchange = await wire.ask(request);
      if (exchange.kind === "answered") {
        if (exchange.answer.isLast) drop();
        return exchange;
      }
      drop();
      if (exchange.kind === "unsent" && isKept) continue;
      return { kind: "cut", why: exchange.kind === "cut" ? exchange.why : "closed at once" };
    }
  }
}
