import { writeFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeKey, type SigningKey, signToken } from "@trading-oms/access";
import { openSqliteStore } from "@trading-oms/store";
import { startContender } from "../http/start-contender.ts";
import { coveredVndOf, idempotencyKeyOf, keyOf } from "./cover-order-of.ts";
import { openCoverAccounts, openCoverServices } from "./open-cover-services.ts";

const serverProgram = fileURLToPath(
  new URL("../../../apps/server/dist/runtimes/node/main.js", import.meta.url),
);
const issuer = "trading-oms";
const warmingMs = 1_000;
const dayMs = 86_400_000;

/** The covers a second that a server on SQLite answers, asked over HTTP by as many clients at once. */
export async function measureServedCovers(
  folder: string,
  clients: number,
  durationMs: number,
): Promise<number> {
  const store = await openSqliteStore({ path: join(folder, "oms.sqlite") });
  await openCoverAccounts(await openCoverServices(store), clients);
  await store.setHolidays(daysFrom(Date.now()));
  await store.close();
  const key = await makeKey({ algorithm: "ES256", now: () => Date.now() });
  // They are the server's own, so that it says where it listens.
  await writeFile(join(folder, "keys.json"), JSON.stringify({ keys: [key] }), { mode: 0o600 });
  const server = await startContender([serverProgram], environmentOf(folder), "/metrics");
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  try {
    const cover = async (eachMs: number, round: number): Promise<number> => {
      const endMs = performance.now() + eachMs;
      const counts = await Promise.all(
        Array.from({ length: clients }, async (_, client) => {
          const token = await tokenOf(key, keyOf(client).userId);
          let count = 0;
          for (; performance.now() < endMs; count += 1) {
            await sendCover({ agent, port: server.port, token }, client, round + count);
          }
          return count;
        }),
      );
      return counts.reduce((sum, count) => sum + count, 0);
    };
    await cover(warmingMs, 1);
    return (await cover(durationMs, 1_000_001)) / (durationMs / 1_000);
  } finally {
    agent.destroy();
    await server.stop();
  }
}

/** The server goes by the real clock, by which in a session no cover is lowered on a price that nobody renews. */
function daysFrom(atMs: number): string[] {
  return [0, 1, 2].map((days) => new Date(atMs + days * dayMs).toISOString().slice(0, 10));
}

function environmentOf(folder: string): Record<string, string> {
  return {
    DATA_DIR: folder,
    DATABASE_URL: "",
    AUTH_JWKS_FILE: "",
    AUTH_JWKS_URL: "",
    PORT: "0",
    LOG_LEVEL: "warn",
    RATE_LIMIT_USER: "0",
    FEED: "none",
  };
}

type Asked = { readonly agent: Agent; readonly port: number; readonly token: string };

function sendCover({ agent, port, token }: Asked, client: number, count: number): Promise<void> {
  const { accountId } = keyOf(client);
  const body = JSON.stringify({ accountId, symbol: "FPT", amount: Number(coveredVndOf(count)) });
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "idempotency-key": idempotencyKeyOf(client, count),
  };
  const path = "/api/v1/users/covered-margin-call";
  return new Promise((settle, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, method: "PATCH", agent, headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      answer.on("end", () => {
        const isCovered = answer.statusCode === 200 && JSON.parse(text).status === "success";
        isCovered ? settle() : reject(new Error(`A cover was answered with ${answer.statusCode}: ${text}`));
      });
    });
    sent.on("error", reject).end(body);
  });
}

function tokenOf(key: SigningKey, userId: string): Promise<string> {
  return signToken({ key, userId, ttlMs: 3_600_000, issuer, audience: issuer, now: () => Date.now() });
}
