import { Agent, get } from "node:http";

/** What is asked of whoever searches: so many searches a second for so long, on time whatever becomes of those before. */
export type SearchOrder = {
  readonly port: number;
  readonly searchesASecond: number;
  readonly seconds: number;
};

/** How long searches took from the moment at which each was due, the shortest first. */
export type SearchOutcome = { readonly waitsMs: readonly number[]; readonly faultCount: number };

const agent = new Agent({ keepAlive: true, maxSockets: 16 });
const terms = ["s", "s00", "s01", "s1", "cong ty", "s0123", "co phan s1", "15", "s09", "phan"];

process.on("message", (order: SearchOrder) => void search(order));
process.send?.("ready");

async function search({ port, searchesASecond, seconds }: SearchOrder): Promise<void> {
  const count = searchesASecond * seconds;
  const began = performance.now();
  const asked: Promise<number | undefined>[] = [];
  for (let index = 0; index < count; index += 1) {
    const dueMs = began + (index * 1_000) / searchesASecond;
    for (let nowMs = performance.now(); nowMs < dueMs; nowMs = performance.now()) {
      await new Promise((resume) => setTimeout(resume, dueMs - nowMs));
    }
    // A timer of Node's is late by up to a millisecond, which is not the server's doing.
    asked.push(ask(port, terms[index % terms.length] ?? "", performance.now()));
  }
  const waits = await Promise.all(asked);
  const waitsMs = waits.filter((wait) => wait !== undefined).sort((one, other) => one - other);
  const outcome: SearchOutcome = { waitsMs, faultCount: count - waitsMs.length };
  process.send?.(outcome);
}

function ask(port: number, term: string, beganMs: number): Promise<number | undefined> {
  const path = `/api/v1/MarketData/GetSymbolSearch/${encodeURIComponent(term)}`;
  return new Promise((settle) => {
    const request = get({ agent, host: "127.0.0.1", port, path }, (answer) => {
      answer.resume();
      answer.on("end", () => settle(answer.statusCode === 200 ? performance.now() - beganMs : undefined));
    });
    request.on("error", () => settle(undefined));
  });
}
