import { makeCard, type SyntheticCard } from "@trading-oms/cards";
import type { CardPoolOptions } from "@trading-oms/id-card/pool";
import { Registry } from "prom-client";
import { expect, onTestFinished, test, vi } from "vitest";
import { sendCard } from "../../../testing/plan-cards.ts";
import { planServer } from "../../../testing/plan-server.ts";
import { tinyImages } from "../../../testing/tiny-images.ts";
import { openCards } from "./cards.ts";

const patient = { timeoutMs: 50_000, waitMsMax: 50_000 };

async function planWithCards(options: CardPoolOptions) {
  const registry = new Registry();
  const cards = openCards({ ...patient, ...options, registry });
  onTestFinished(() => cards.stop());
  return { cards, registry, server: await planServer(cards.services) };
}

function bodyOf({ front, back }: Pick<SyntheticCard, "front" | "back">) {
  const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
  return { frontImage: encode(front), backImage: encode(back) };
}

const card = makeCard({ seed: 5, kind: "2021", severity: "clean" });

test("reads both kinds of card through the app, with every printed field", async () => {
  const { registry, server } = await planWithCards({ workerCountMax: 1 });
  for (const each of [card, makeCard({ seed: 8, kind: "2024", severity: "clean" })]) {
    const { status, body } = await sendCard(server, bodyOf(each));
    expect([status, body]).toEqual([
      200,
      { success: true, data: { ...each.truth, address: each.truth.placeOfResidence } },
    ]);
  }
  expect(await registry.metrics()).toContain('oms_cards_total{outcome="read"} 2\n');
});

test("fails only the request in progress if a worker process is killed", async () => {
  const { cards, server } = await planWithCards({ workerCountMax: 1 });
  const sending = sendCard(server, bodyOf(card));
  const pid = await vi.waitFor(
    () => {
      const [found] = cards.look().pids;
      if (found === undefined) throw new Error("There is no worker yet.");
      return found;
    },
    { timeout: 10_000 },
  );
  process.kill(pid, "SIGKILL");
  const { status, body } = await sending;
  expect([status, body["error"]]).toEqual([500, "card_reading_broke_off"]);
  expect((await sendCard(server, bodyOf(card))).body["success"]).toBe(true);
});

test("rejects the next card with Retry-After when all workers and the queue are full", async () => {
  const { server } = await planWithCards({ workerCountMax: 1, waitingCountMax: 0 });
  const answers = await Promise.all([sendCard(server, bodyOf(card)), sendCard(server, bodyOf(card))]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 503]);
});

test("rejects a tiny card and a tiny body without starting a thread", async () => {
  const { cards, server } = await planWithCards({ workerCountMax: 1 });
  expect(cards.services.takeImagesInThread(new Uint8Array(65_536))).toBeUndefined();
  const { status, body } = await sendCard(server, { frontImage: tinyImages.png });
  expect([status, body["success"]]).toEqual([200, false]);
  expect(body["error"]).toMatch(/^idNumber, fullName, .* could not be read\. /);
});

test("rejects a large body in the worker thread like a small one on the main thread", async () => {
  const { cards, server } = await planWithCards({ workerCountMax: 1 });
  const answer = await sendCard(server, { frontImage: `data:image/png;base64,${"A".repeat(70_000)}`, x: 1 });
  expect([answer.status, answer.body["details"]]).toEqual([
    400,
    [
      { field: "frontImage", message: "is a data: URL; send the Base64 after the comma alone" },
      { field: "x", message: "is not known here" },
    ],
  ]);
  expect(cards.look().pids).toEqual([]);
});
