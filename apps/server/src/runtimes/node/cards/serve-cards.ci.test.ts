import { readdir, readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { makeCard } from "@trading-oms/cards";
import { expect, test, vi } from "vitest";
import { makeFolder } from "../../../testing/make-folder.ts";
import { cardPath, sendCard } from "../../../testing/plan-cards.ts";
import { startBuiltServer } from "../../../testing/start-built-server.ts";

const { front, back, truth } = makeCard({ seed: 5, kind: "2021", severity: "clean" });
const body = {
  frontImage: Buffer.from(front).toString("base64"),
  backImage: Buffer.from(back).toString("base64"),
};

async function start(settings: Readonly<Record<string, string>> = {}) {
  const folder = await makeFolder();
  const server = await startBuiltServer({ DATA_DIR: folder, FEED: "none", ...settings });
  const fetchFrom = (path: string, init?: RequestInit) => fetch(`${server.origin}${path}`, init);
  return { ...server, fetch: fetchFrom };
}

test("reads a card that was sent just before SIGTERM, and logs nothing of it", async () => {
  const server = await start({ DRAIN_DELAY_MS: "0", SHUTDOWN_TIMEOUT_MS: "30000" });
  const sending = sendCard(server, body);
  await wait(300);
  server.signal("SIGTERM");
  const answer = await sending;
  expect(answer.status).toBe(200);
  expect(await server.ended).toBe(0);
  expect(server.written()).toContain('"operation":"parseIdCard"');
  const told = server.written().toLowerCase();
  for (const value of [...Object.values(truth), ...truth.fullName.split(" "), body.frontImage.slice(0, 40)]) {
    if (value.length > 4) expect(told).not.toContain(value.toLowerCase());
  }
});

test("limits cards per address and minute, separately from searches", async () => {
  const server = await start({ RATE_LIMIT_CARDS: "1", RATE_LIMIT_ADDRESS: "0" });
  const leftMs = 60_000 - (Date.now() % 60_000);
  if (leftMs < 10_000) await wait(leftMs);
  const headers = { "content-type": "application/json" };
  const statuses = [];
  for (let count = 0; count < 2; count += 1) {
    const { status } = await server.fetch(cardPath, { method: "POST", headers, body: "{}" });
    statuses.push(status);
  }
  expect(statuses).toEqual([400, 429]);
});

test("431: rejects headers that are too large before anything else", async () => {
  const server = await start();
  const answer = await sendCard(server, body, { headers: { "x-large": "x".repeat(20_000) } });
  expect(answer.status).toBe(431);
});

test("reads the card of the README with all of its fields", async () => {
  const server = await start();
  const sent = await readFile(
    new URL("../../../../../../docs/examples/id-card.json", import.meta.url),
    "utf8",
  );
  const answer = await sendCard(server, sent);
  expect(answer.body).toEqual({
    success: true,
    data: {
      idNumber: "056077648552",
      fullName: "TRƯƠNG VĂN THẠNH",
      dateOfBirth: "13/05/1977",
      sex: "Nam",
      nationality: "Việt Nam",
      placeOfOrigin: "Vạn Thạnh, Vạn Ninh, Khánh Hòa",
      placeOfResidence: "Khóm 1, Ghềnh Ráng, Quy Nhơn, Bình Định",
      dateOfExpiry: "13/05/2037",
      dateOfIssue: "17/10/2021",
      issuedBy: "CỤC TRƯỞNG CỤC CẢNH SÁT QUẢN LÝ HÀNH CHÍNH VỀ TRẬT TỰ XÃ HỘI",
      address: "Khóm 1, Ghềnh Ráng, Quy Nhơn, Bình Định",
    },
  });
});

test("answers 500 if the worker is killed while reading a card, and reads the next card", async () => {
  const server = await start({ CARD_WORKERS: "1" });
  const sending = sendCard(server, body);
  const pid = await vi.waitFor(
    async () => {
      const threads = await readdir(`/proc/${server.pid}/task`);
      const texts = await Promise.all(
        threads.map((thread) => readFile(`/proc/${server.pid}/task/${thread}/children`, "utf8")),
      );
      const [found] = texts.join(" ").split(" ").filter(Boolean);
      if (found === undefined) throw new Error("There is no worker yet.");
      return Number(found);
    },
    { timeout: 20_000 },
  );
  process.kill(pid, "SIGKILL");
  expect((await sending).status).toBe(500);
  expect((await sendCard(server, body)).body["success"]).toBe(true);
  expect(server.written()).toContain('"event":"card worker crashed"');
});
