/** The first worked example with the desk switched on, and requests to its operations. */
import {
  addContact,
  DeskMinutes,
  DeskProjection,
  type MarkBook,
  moveCash,
  SharedDesk,
  setCover,
  setPosition,
} from "@trading-oms/brokerage";
import { servedContracts } from "../operations/documents.gen.ts";
import { operatorContract } from "../operations/operator.gen.ts";
import type { CallDesk } from "../services.ts";
import { askOperator, type SentToOperator } from "./ask-operator.ts";
import { heldKey, planHeld } from "./plan-held.ts";
import type { PlannedServer, planServer } from "./plan-server.ts";

/** A server with a desk; `turn` brings the desk up to date. */
export type PlannedDesk = PlannedServer & {
  readonly marks: MarkBook;
  readonly projection: DeskProjection;
  readonly minutes: DeskMinutes;
  readonly turn: () => Promise<void>;
  readonly ask: (path: string, sent?: SentToOperator) => Promise<Response>;
};

/** Opens the test server in the evening, with 1,000 FPT that are called and covered by 500,000. With `isLoading` the desk has read nothing yet; `sharedMs` is how long viewers share a state. */
export async function planDesk(
  given: Parameters<typeof planServer>[0] = {},
  {
    isLoading = false,
    hasContact = false,
    sharedMs = 0,
  }: { readonly isLoading?: boolean; readonly hasContact?: boolean; readonly sharedMs?: number } = {},
): Promise<PlannedDesk> {
  // The application gets the desk before there is a store to make it from.
  const callDesk = {} as CallDesk;
  const server = await planHeld({ callDesk, ...given }, [...servedContracts, operatorContract]);
  const { services, market, clock } = server;
  const { book, marks } = market;
  const origin = { actor: { kind: "user", name: heldKey.userId }, requestId: "1" } as const;
  await setCover(services, { ...heldKey, symbol: "FPT", amountVnd: 500_000n, ...origin });
  if (hasContact) await noteContact(server);
  const projection = new DeskProjection(
    { ...services, book, marks, holidays: book.holidays },
    { due: { days: 2, minuteOfDay: 17 * 60 }, yieldToEventLoop: async () => {} },
  );
  const shared = new SharedDesk(projection, () => clock.nowMs, sharedMs);
  const minutes = new DeskMinutes(projection, () => shared.show().figures);
  const desk: CallDesk = {
    projection,
    shared,
    minutes,
    isCurrent: () => projection.isLoaded,
    startedAtMs: clock.nowMs,
    contactUrl: "https://crm.example/{accountId}",
    isDemonstration: false,
  };
  Object.assign(callDesk, desk);
  market.listen(projection);
  const turn = async (): Promise<void> => {
    await market.poll();
    await market.settle();
  };
  if (!isLoading) await turn();
  return {
    ...server,
    marks,
    projection,
    minutes,
    turn,
    ask: (path, { role = "viewer", ...sent } = {}) =>
      askOperator(server, sent.json === undefined ? "GET" : "POST", path, { role, ...sent }),
  };
}

/** Opens the same server with another position besides, which a price of 66,600 calls. */
export async function planNear(): Promise<PlannedDesk> {
  const desk = await planDesk();
  const key = { userId: "demo-2", accountId: "888C000452" };
  await moveCash(desk.services, { key, kind: "deposit", amountVnd: 80_000_000n });
  await setPosition(desk.services, { ...key, symbol: "FPT" }, { quantity: 100n, price: 80_000_000n });
  await desk.turn();
  return desk;
}

async function noteContact({ services, clock }: PlannedServer): Promise<void> {
  await addContact(services, {
    ...{ ...heldKey, symbol: "FPT", actor: { kind: "operator", name: "lan" }, requestId: "2" },
    contact: {
      ...{ method: "telephone", answer: "promised", note: "Pays in tomorrow" },
      ...{ promisedVnd: 2_000_000n, promisedUntilMs: clock.nowMs + 3_600_000 },
    },
  });
}
