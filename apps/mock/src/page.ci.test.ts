/** The bundle of the mock in a page of Chromium. */
import { type CardOrder, type CardTruth, makeCard } from "@trading-oms/cards";
import { everyClaim } from "@trading-oms/conformance";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Photograph } from "./testing/in-page.ts";
import { openPages } from "./testing/open-page.ts";

let pages: Awaited<ReturnType<typeof openPages>>;

beforeAll(async () => {
  pages = await openPages();
});
afterAll(() => pages?.close());

/** The claims with a request that a page leaves to its browser. On a port the bundle keeps them as well. */
const leftOut = [
  "card.body-too-large-is-413: cannot send Content-Length",
  "every.cors-preflight: cannot send Origin",
  "every.cors-allowed-origin: cannot send Origin",
  "every.cors-other-origin-denied: cannot send Origin",
  "roles.bodies-are-not-read-before-the-role: cannot send Content-Length",
  "every.size-checked-before-validity: cannot send Content-Length",
];

test("keeps every claim that a page can ask, also about a photographed card", async () => {
  const { page, complaints } = await pages.open();
  const began = performance.now();
  const asked = await page.evaluate((card) => inPage.askEveryClaim(card), drawCard(clean).photograph);
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  console.log(
    `in a page: ${asked.heldCount} of ${everyClaim.length} claims hold, in ${seconds} s; left out:`,
  );
  console.log(asked.leftOut.join("\n"));
  expect(asked).toEqual({ heldCount: everyClaim.length - leftOut.length, failing: [], leftOut });
  expect(complaints).toEqual([]);
});

test("a header that is lost is found by the claims about it", async () => {
  const { page } = await pages.open();
  const { photograph } = drawCard(clean);
  const asked = await page.evaluate(
    (card) => inPage.askEveryClaim(card, { lost: "x-request-id" }),
    photograph,
  );
  expect(asked.failing.map((line) => /^BREAKS +([^:]+):/.exec(line)?.[1])).toEqual([
    "every.request-id",
    "every.request-id-echoed",
    "every.invalid-request-id-replaced",
    "every.search-request-id-consistent",
  ]);
  expect(asked.leftOut).toEqual(leftOut);
});

const clean: CardOrder = { seed: 7, kind: "2021", severity: "clean" };

test.each<CardOrder>([
  clean,
  { seed: 8, kind: "2021", severity: "phone" },
  { seed: 9, kind: "2024", severity: "phone" },
])("reads the code of a card, and loads the reader with the first one: $kind, $severity", async (order) => {
  const { page, requests, complaints } = await pages.open();
  const { photograph, truth } = drawCard(order);
  await page.evaluate(() => inPage.listAccounts());
  const before = ["/", "/in-page.js", "/mock/index.js"];
  expect(requests).toEqual(before);
  const { idNumber, fullName, dateOfBirth, sex, placeOfResidence, dateOfIssue } = truth;
  expect(await page.evaluate((card) => inPage.readCard(card), photograph)).toEqual({
    success: true,
    data: {
      ...{ idNumber, fullName, dateOfBirth, sex, dateOfIssue },
      ...{ placeOfResidence, address: placeOfResidence },
    },
  });
  expect(requests).toEqual([...before, "/mock/read-code.js", "/mock/zxing_reader.wasm"]);
  expect(complaints).toEqual([]);
});

/** Draws both sides of an invented person's card, and what is on them. */
function drawCard(order: CardOrder): { readonly photograph: Photograph; readonly truth: CardTruth } {
  const { front, back, truth } = makeCard({ ...order, encoding: "jpeg" });
  const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
  return { photograph: { front: text(front), back: text(back), idNumber: truth.idNumber }, truth };
}
