import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { checkAnswer, keysText, startWorker, untilRead } from "./start-worker.ts";

const path = "/api/v2/chat/api/id-card";
const secret = "0123456789abcdef0123456789abcdef";
const server = fileURLToPath(new URL("../../../apps/server/dist/runtimes/node/main.js", import.meta.url));
const json = { "content-type": "application/json" };

/** Starts a card-reading server on Node with two cards per minute and sender. */
async function startReader(texts: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), "trading-oms-reader-"));
  const { PATH } = process.env;
  const own = { DATA_DIR: folder, PORT: "0", FEED: "none", WATCH: "off", CARD_READER_SECRET: secret };
  const child = spawn(process.execPath, [server], { env: { PATH, ...own, ...texts } });
  onTestFinished(async () => {
    const ended = new Promise((settle) => child.on("exit", settle));
    child.kill("SIGTERM");
    await ended;
    await rm(folder, { recursive: true });
  });
  return readOrigin(child);
}

function readOrigin({ stdout }: Pick<ChildProcess, "stdout">): Promise<string> {
  let said = "";
  return new Promise((settle) => {
    stdout?.setEncoding("utf8").on("data", (text) => {
      said += text;
      const [, origin] = /"origin":"(http[^"]+)"/.exec(said) ?? [];
      if (origin !== undefined) settle(origin);
    });
  });
}

async function startForwarding(origin: string, texts: Readonly<Record<string, string>> = {}) {
  const worker = await startWorker(
    { AUTH_JWKS: keysText },
    { CARD_READER_URL: origin, CARD_READER_SECRET: secret, ...texts },
  );
  const send = (body: string, address = "192.0.2.7") =>
    worker.fetch(path, { method: "POST", headers: { ...json, "cf-connecting-ip": address }, body });
  return { worker, send };
}

/** Loading and reading take seconds per card, more on a shared machine. */
const timeout = 120_000;

describe("A Worker that forwards cards", { timeout }, () => {
  test("returns complete readings, print included, and the reader's own errors", async () => {
    const { send, worker } = await startForwarding(await startReader());
    const sent = await readFile(new URL("../../../docs/examples/id-card.json", import.meta.url), "utf8");
    const { status, body } = await untilRead(async () => {
      const answer = await send(sent);
      return { status: answer.status, body: await checkAnswer("parseIdCard", answer) };
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      data: { idNumber: "056077648552", placeOfOrigin: "Vạn Thạnh, Vạn Ninh, Khánh Hòa" },
    });
    const refused = await send('{"frontImage":""}');
    expect(refused.status).toBe(400);
    expect(await checkAnswer("parseIdCard", refused)).toMatchObject({
      details: [{ field: "frontImage", message: "is empty; send the image in Base64" }],
    });
    const large = await send(`{"frontImage":"${"A".repeat(33_000_000)}"}`);
    expect(large.status).toBe(413);
    await checkAnswer("parseIdCard", large);
    expect(worker.logged.filter(({ level }) => level !== "info")).toEqual([]);
  });

  test("counts cards against the forwarded address, and against no unauthenticated one", async () => {
    const leftMs = 60_000 - (Date.now() % 60_000);
    if (leftMs < 20_000) await new Promise((settle) => setTimeout(settle, leftMs));
    const origin = await startReader({ RATE_LIMIT_CARDS: "2" });
    const { send } = await startForwarding(origin);
    const statuses: number[] = [];
    for (const address of ["192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2"])
      statuses.push((await send("{}", address)).status);
    expect(statuses).toEqual([400, 400, 429, 400]);
    const claim = async (headers: Readonly<Record<string, string>>) =>
      (await fetch(`${origin}${path}`, { method: "POST", headers: { ...json, ...headers }, body: "{}" }))
        .status;
    const asked = [];
    for (const sender of ["a", "b", "c"]) asked.push(await claim({ "x-card-sender": sender }));
    expect(asked).toEqual([400, 400, 429]);
  });

  test("answers 503 if the secret differs or the reader is down", async () => {
    const other = { CARD_READER_SECRET: secret.replace("0", "1") };
    const refused = await startForwarding(await startReader(), other);
    const answer = await refused.send("{}");
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
    await checkAnswer("parseIdCard", answer);
    const away = await startForwarding("http://127.0.0.1:9");
    const unread = await away.send("{}");
    expect(unread.status).toBe(503);
    await checkAnswer("parseIdCard", unread);
    expect(away.worker.logged).toContainEqual(expect.objectContaining({ event: "forwarding a card failed" }));
  });
});
