/** Whatever is in the store, no operation answers with a figure that the domain does not have: it is exact, absent or refused. */
import {
  explainHoldings,
  findAccounts,
  listAccountStatuses,
  listAudit,
  listHeldBack,
  listMovements,
  listNearest,
  listNotifications,
  moveCash,
  previewCover,
  readInstrumentPrices,
  setPosition,
} from "@trading-oms/brokerage";
import { bandOf, figuresOf, MinutePrices, type QuotedInstrument, trendOf } from "@trading-oms/market";
import fc from "fast-check";
import { expect, test } from "vitest";
import { askCompanion } from "../../testing/ask-companion.ts";
import { checkAnswer } from "../../testing/check-answer.ts";
import { type PlannedDesk, planDesk } from "../../testing/plan-desk.ts";
import { heldKey } from "../../testing/plan-held.ts";
import { answerOf, openLive } from "../../testing/read-live.ts";
import { servedContracts } from "../documents.gen.ts";
import { operatorContract } from "../operator.gen.ts";

const largest = BigInt(Number.MAX_SAFE_INTEGER);
const richKey = { userId: "demo-2", accountId: "888C000452" };

/** Figures below are checked elsewhere, and times are. */
const leastChecked = 2e12;

/** A market price of up to 2^53 thousandths, and a position that was worth up to 2^53 VND before. */
const anExtreme = fc.record({
  price: fc.bigInt({ min: 1_000n, max: largest / 1_000n }).map((wholeVnd) => wholeVnd * 1_000n),
  quantity: fc.bigInt({ min: 10n ** 6n, max: 90_000_000_000n }),
  cash: fc.bigInt({ min: largest - 10n ** 6n, max: largest }),
  traded: fc.integer({ min: 1, max: 2 ** 39 }),
});
type Extreme = typeof anExtreme extends fc.Arbitrary<infer Value> ? Value : never;

/** The position is worth 9,007,290,000,100,081 VND, which is odd and beyond 2^53. */
const justBeyond: Extreme = {
  price: 100_081_000n,
  quantity: 90_000_000_001n,
  cash: largest,
  traded: 1,
};

const seen = { exact: 0, refused: 0, withheld: 0 };

test("every figure of every answer is the domain's own, or is left out, or the answer is refused", async () => {
  await fc.assert(
    fc.asyncProperty(anExtreme, async (extreme) => {
      const prices = new MinutePrices();
      const desk = await planDesk({ prices }, { hasContact: true });
      await fill(desk, prices, extreme);
      const exact = await listExact(desk, prices);
      for (const [name, answer] of await askAll(desk)) {
        const text = await answer.clone().text();
        const { status, body } = await checkAnswer(name, answer);
        if (status !== 200) {
          expect([name, status, body["error"]]).toEqual([name, 500, "amounts_too_large"]);
          seen.refused += 1;
        }
        const wrong = listFigures(text).filter((figure) => !exact.has(figure));
        expect([name, wrong]).toEqual([name, []]);
      }
      // A stream goes on while it withholds an account.
      expect(desk.logged.filter(({ reason }) => reason === "failed")).toEqual([]);
    }),
    { numRuns: 8, seed: 53, endOnFailure: true, examples: [[justBeyond]] },
  );
  expect(Object.entries(seen).filter(([, count]) => count === 0)).toEqual([]);
});

test.each(["deposit", "withdrawal"])(
  "a %s is answered with figures that are exact, or left out",
  async (kind) => {
    const prices = new MinutePrices();
    const desk = await planDesk({ prices });
    await fill(desk, prices, justBeyond);
    const headers = {
      authorization: `Bearer ${await desk.tokenOf("desk-1", 60_000, "operator")}`,
      "content-type": "application/json",
    };
    const path = `/operator/v0/accounts/${richKey.accountId}/cash`;
    const body = JSON.stringify({ kind, amount: 1, reason: "x" });
    const answer = await desk.fetch(path, { method: "POST", headers, body });
    const text = await answer.clone().text();
    const exact = await listExact(desk, prices);
    expect((await checkAnswer("operator.moveCash", answer)).status).toBe(200);
    expect(listFigures(text).filter((figure) => !exact.has(figure))).toEqual([]);
  },
);

/** Brings extreme values into a store as the market and users can. */
async function fill(desk: PlannedDesk, prices: MinutePrices, extreme: Extreme): Promise<void> {
  const { services, clock, board, turn } = desk;
  const { price, quantity, cash, traded } = extreme;
  await moveCash(services, { key: richKey, kind: "deposit", amountVnd: cash });
  await setPosition(services, { ...richKey, symbol: "FPT" }, { quantity, price: 80_000_000n });
  clock.nowMs += 1_000;
  const atMs = clock.nowMs;
  await services.store.setMarks([{ symbol: "FPT", price, atMs, isByHand: false }], { nowMs: atMs });
  await moveCash(services, { key: richKey, kind: "withdrawal", amountVnd: 1n });
  prices.add("FPT", price, traded, atMs);
  const trade = { kind: "trade", symbol: "FPT", atMs, quantity: traded, side: "buy" } as const;
  board.apply({ ...trade, seq: 1, price });
  board.apply({ ...trade, seq: 2, price: price - 1n, side: "sell" });
  const level = { price, quantity: traded };
  board.apply({ kind: "depth", symbol: "FPT", seq: 3, atMs, bids: [level], asks: [level] });
  await turn();
}

/** The decimals of everything that the use cases know, in all units. */
async function listExact(desk: PlannedDesk, prices: MinutePrices): Promise<ReadonlySet<string>> {
  const { book, projection, minutes, board } = desk;
  const services = { ...desk.services, holidays: book.holidays };
  const instruments = ["FPT", "41I1GB000"].flatMap((symbol) => book.findInstrument(symbol) ?? []);
  const known: unknown[] = [
    projection,
    minutes.list(),
    listNearest(projection, { limit: 100, offset: 0 }),
    findAccounts(projection, "", 100),
    await readInstrumentPrices(services, instruments),
    await listHeldBack(services),
    prices.minutesOf("FPT"),
    board.quotedOf(["FPT"]).found.map(listQuoted),
  ];
  for (const key of [heldKey, richKey]) {
    const cover = { amountVnd: 5n, language: "en" } as const;
    known.push(
      await listAccountStatuses(services, key.userId),
      await listNotifications(services, key.userId, { limit: 100, offset: 0 }),
      await explainHoldings(services, key, "FPT"),
      await listMovements(services, key, { limit: 100 }),
      await previewCover(services, { ...key, symbol: "FPT" }, cover),
      await listAudit(services, key, { limit: 100 }),
    );
  }
  return new Set(
    known.flatMap(listBigints).flatMap((value) => [0, 3, 6].map((places) => inUnits(value, places))),
  );
}

function listQuoted({ instrument, quote }: QuotedInstrument): unknown {
  if (quote === undefined) return [];
  return [
    quote,
    figuresOf(instrument, quote.total),
    trendOf(instrument, quote),
    bandOf(instrument, quote.referencePrice),
  ];
}

function listBigints(value: unknown): bigint[] {
  if (typeof value === "bigint") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(listBigints) : [];
}

function inUnits(value: bigint, places: number): string {
  const digits = `${value < 0n ? -value : value}`.padStart(places + 1, "0");
  const [whole, parts] = [digits.slice(0, digits.length - places), digits.slice(digits.length - places)];
  return `${value < 0n ? "-" : ""}${whole}.${parts}`.replace(/\.?0*$/, "");
}

/** Every operation that reads, and covers that change nothing, each for both owners. */
async function askAll(desk: PlannedDesk): Promise<(readonly [string, Response])[]> {
  const answers: (readonly [string, Response])[] = [];
  for (const key of [heldKey, richKey]) {
    const read = { authorization: `Bearer ${await desk.tokenOf(key.userId, 60_000, "viewer")}` };
    const act = { authorization: `Bearer ${await desk.tokenOf("desk-1", 60_000, "operator")}` };
    for (const [name, path] of listReads({ ...key, symbol: "FPT", search: "FPT", chain: key.accountId })) {
      answers.push([name, await desk.fetch(path, { headers: read })]);
    }
    const table = { headers: { ...read, accept: "text/csv" } };
    answers.push(["operator.listCalls", await desk.fetch("/operator/v0/calls", table)]);
    const position = `accounts/${key.accountId}/positions/FPT`;
    const preview = await askCompanion(desk, `${position}/cover-preview`, { ...key, json: { amount: 5 } });
    answers.push(["companion.previewCover", preview]);
    const cover = { amount: key === heldKey ? 500_000 : 0 };
    answers.push([
      "operator.setCover",
      await send("PATCH", `/operator/v0/${position}/cover`, act, { ...cover, reason: "x" }),
    ]);
    const own = { accountId: key.accountId, symbol: "FPT", ...cover };
    answers.push([
      "setCoveredMarginCall",
      await send("PATCH", "/api/v1/users/covered-margin-call", read, own),
    ]);
    answers.push(["companion.streamLive", await follow(desk, key)]);
  }
  return answers;

  function send(method: string, path: string, headers: Readonly<Record<string, string>>, json: object) {
    const body = JSON.stringify(json);
    return desk.fetch(path, { method, headers: { ...headers, "content-type": "application/json" }, body });
  }
}

/** The reading operations of all documents but the stream, with paths. */
function listReads(parameters: Readonly<Record<string, string>>): (readonly [string, string])[] {
  return [...servedContracts, operatorContract].flatMap(({ operationPrefix, routes }) =>
    Object.entries(routes)
      .filter(([id, { method }]) => method === "get" && id !== "streamLive")
      .map(
        ([id, { path }]) =>
          [operationPrefix + id, path.replaceAll(/\{(\w+)\}/g, (_, name) => parameters[name] ?? "")] as const,
      ),
  );
}

/** Everything that a stream brings at first. */
async function follow(desk: PlannedDesk, { userId, accountId }: typeof heldKey): Promise<Response> {
  const token = await desk.tokenOf(userId);
  const reading = await openLive(desk, `?symbols=FPT&fields=depth&accounts=${accountId}&after=0`, { token });
  desk.live.turn();
  const events = await reading.settle();
  await reading.leave();
  seen.withheld += events.some(({ event }) => event === "account") ? 0 : 1;
  return answerOf(reading, events);
}

/** The numbers that may have been rounded. */
function listFigures(text: string): string[] {
  const figures = text
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, "")
    .match(/-?\d[\d.]*(?:e[+-]?\d+)?/g)
    ?.filter((figure) => Math.abs(Number(figure)) >= leastChecked);
  seen.exact += figures?.length ?? 0;
  return figures ?? [];
}
