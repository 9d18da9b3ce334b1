/** What a page offers to its tests: the bundle of the mock and the conformance suite. */
import type { Wire } from "@trading-oms/conformance";
// By the name of the package, which the page serves as it is published.
import { createBroker } from "@trading-oms/mock";
import { type Asked, askEveryClaim } from "./ask-every-claim.ts";
import { fetchWire } from "./fetch-wire.ts";

/** Both sides of a card in Base64, as operation 2 takes them. */
export type Photograph = { readonly front: string; readonly back: string; readonly idNumber?: string };

const offered = {
  /** Asks for every claim, with a photograph to read; a header of the answers may be lost on the way. */
  askEveryClaim: (photograph: Photograph, { lost }: { readonly lost?: string } = {}): Promise<Asked> =>
    askEveryClaim(createBroker, (broker) => without(lost, fetchWire(broker.fetch)), photograph),
  /** Lists the accounts of a user, which takes no reader of cards. */
  listAccounts: async (): Promise<unknown> => {
    const broker = await createBroker({ speed: 0 });
    const headers = { authorization: `Bearer ${await broker.user("demo")}` };
    return (await broker.fetch("/companion/v0/accounts", { headers })).json();
  },
  /** What operation 2 answers. */
  readCard: async ({ front, back }: Photograph): Promise<unknown> => {
    const broker = await createBroker({ speed: 0 });
    const body = JSON.stringify({ frontImage: front, backImage: back });
    const headers = { "content-type": "application/json" };
    return (await broker.fetch("/api/v2/chat/api/id-card", { method: "POST", headers, body })).json();
  },
};

function without(lost: string | undefined, wire: Wire): Wire {
  return async (asked) => {
    const { headers, ...answer } = await wire(asked);
    return { ...answer, headers: new Map([...headers].filter(([name]) => name !== lost)) };
  };
}

declare global {
  var inPage: typeof offered;
}

globalThis.inPage = offered;
