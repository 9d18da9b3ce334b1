import { readdir, readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { makeCard } from "@trading-oms/cards";
import { isFields, readMeasure } from "@trading-oms/spec";
import { makeDiceOf } from "../harness/dice.ts";
import { largest, measureUntil, mebibytes, quantile, tally } from "../harness/figures.ts";
import { labTest, widen } from "../harness/lab-test.ts";
import { inLanes } from "../harness/lanes.ts";
import {
  readMetrics,
  type ServerProcess,
  startServerProcess,
  stopInPeace,
  weigh,
} from "../harness/server.ts";
import { paths } from "../harness/wire.ts";
import { makeCardFixtures } from "./fixtures.ts";
import { type HostileCard, makeHostileCard } from "./hostile-cards.ts";

const growthBytesMax = 150 * 1_048_576;

/** Bodies are made in batches before they are sent: compressing images would take processor time from the server. */
const roundSize = 50;

const answerMsMax = 2_000;

/** How often memory is measured. */
const weighingCount = 20;

/** How long workers may start or exit before memory is measured. */
const restMsMax = 10_000;

export const test = labTest({
  about: `Sends mutated and hostile images to a built server, and looks how each is answered and what the server holds
afterwards. It runs on Linux, since it looks into /proc.`,
  options: {
    count: { kind: "count", about: "images", usual: 50_000, short: 600 },
    from: {
      kind: "count",
      about: "the number of the first image, to send a reported image again",
      usual: 0,
    },
  },
  // Sends as many images at a time as there are workers, so that none waits for another.
  run: async ({ options: { count, from }, isShort, seed, folder, report }) => {
    const elapsedMsMax = widen(answerMsMax, isShort);
    const judge = await makeJudge();
    const fixtures = await makeCardFixtures();
    const laneCount = availableParallelism();
    const server = await startServerProcess({ DATA_DIR: folder, CARD_WORKERS: String(laneCount) });
    const found: { readonly kind: string; readonly index: number }[] = [];
    const answers: CardAnswer[] = [];
    await warmUp(server, laneCount);
    const weights = [await weighAtRest(server, laneCount)];
    const roundCount = Math.ceil(count / roundSize);
    for (let round = 0; round < roundCount; round += 1) {
      const first = round * roundSize;
      const cards = Array.from({ length: Math.min(roundSize, count - first) }, (_, place) => {
        const index = from + first + place;
        return { index, card: makeHostileCard(makeDiceOf(seed, index), fixtures) };
      });
      await inLanes(laneCount, cards, async ({ index, card }) => {
        const answer = await send(server, card.body);
        answers.push(answer);
        const faults = [...judge(card, answer)];
        if (answer.elapsedMs > elapsedMsMax) faults.push(`takes more than ${elapsedMsMax} ms`);
        found.push(...faults.map((fault) => ({ kind: `${card.name} ${fault}`, index })));
        if (faults.length > 0) console.error(`image ${index}, ${card.name}: ${faults.join(", ")}`);
      });
      if (Math.floor(((round + 1) * weighingCount) / roundCount) < weights.length) continue;
      weights.push(await weighAtRest(server, laneCount));
      console.error(
        `${answers.length} of ${count}, ${mebibytes(weights.at(-1) ?? 0)} MiB, ${found.length} faults`,
      );
    }
    const [beforeBytes = 0] = weights;
    const growthBytes = largest(weights) - beforeBytes;
    const faults = [
      ...[...Map.groupBy(found, ({ kind }) => kind)].map(
        ([kind, group]) => `${group.length} × ${kind}: --seed ${seed} --count 1 --from ${group[0]?.index}`,
      ),
      ...(await checkServer(server)),
    ];
    if (growthBytes > growthBytesMax)
      faults.push(`memory grew by ${mebibytes(growthBytes)} MiB, more than ${mebibytes(growthBytesMax)}`);
    const elapsed = answers.map(({ elapsedMs }) => elapsedMs);
    const [half, most, all] = [0.5, 0.99, 1].map((share) => quantile(elapsed, share).toFixed(0));
    const line =
      `${count} images answered by ${tally(answers.map(({ status }) => status))}, half of them in ${half} ms, ` +
      `99 in 100 in ${most} and all in ${all}; memory at rest ${weights.map(mebibytes).join(" ")} MiB`;
    report({ line, faults });
  },
});

/**
 * Lets each worker read both sides of both kinds of cards first, so that later memory is compared with a server under
 * normal load.
 */
async function warmUp(server: ServerProcess, laneCount: number): Promise<void> {
  for (const seed of [50, 51, 52]) {
    for (const kind of ["2021", "2024"] as const) {
      const { front, back } = makeCard({ seed, kind, severity: "phone" });
      const [frontImage, backImage] = [front, back].map((bytes) => Buffer.from(bytes).toString("base64"));
      const body = JSON.stringify({ frontImage, backImage });
      await Promise.all(Array.from({ length: laneCount }, () => send(server, body)));
    }
  }
}

/**
 * Measures the memory of the server and its workers once the number of workers is normal: a worker and its replacement
 * may overlap for a moment.
 */
async function weighAtRest(server: ServerProcess, workerCount: number): Promise<number> {
  const areThere = async () => (await readMetrics(server)).sumOf("oms_card_workers") === workerCount;
  await measureUntil(areThere, { sinceMs: performance.now(), elapsedMsMax: restMsMax });
  return weighFamily(server.pid);
}

async function send({ url }: ServerProcess, body: string): Promise<CardAnswer> {
  const beganMs = performance.now();
  const headers = { "content-type": "application/json" };
  const [status, text] = await fetch(url + paths.card, { method: "POST", headers, body }).then(
    async (answer): Promise<[number, string]> => [answer.status, await answer.text()],
    (failure: unknown): [number, string] => [0, String(failure)],
  );
  return { status, body: text, elapsedMs: performance.now() - beganMs };
}

/** A worker that died or hung is replaced, but still counts as a fault. */
async function checkServer(server: ServerProcess): Promise<readonly string[]> {
  const outcomes = await readMetrics(server).then(
    (metrics) => metrics.byLabel("oms_cards_total"),
    () => undefined,
  );
  const faults = outcomes === undefined ? ["the server no longer answers"] : [];
  for (const outcome of ["crashed", "late", "busy"]) {
    const times = outcomes?.get(outcome);
    if (times !== 0) faults.push(`${times} cards were ${outcome}`);
  }
  return [...faults, ...(await stopInPeace(server))];
}

/** The answer to a hostile card. */
type CardAnswer = { readonly status: number; readonly body: string; readonly elapsedMs: number };

/** Reports what is wrong with an answer. */
type JudgeCardAnswer = (card: HostileCard, answer: CardAnswer) => readonly string[];

/** A stack trace, a file path, or a library's own message. */
const insideForm = /\bat [^ ]+ ?\(|node_modules|node:internal|\/tmp\/|vips|libpng|jpeglib/i;

/** Checks answers against the document: only declared statuses, and no internal details. */
async function makeJudge(): Promise<JudgeCardAnswer> {
  const { validatorOf } = await readMeasure();
  const judges = {
    200: validatorOf("#/components/schemas/IdCardResponse"),
    400: validatorOf("#/components/schemas/ErrorResponse"),
  } as const;
  return ({ isToBeRefused }, { status, body }) => {
    const faults: string[] = [];
    if (status !== 200 && status !== 400) return [`is answered by ${status}: ${body.slice(0, 200)}`];
    if (isToBeRefused && status !== 400) faults.push("is not refused");
    if (insideForm.test(body)) faults.push(`tells of the inside: ${body.slice(0, 200)}`);
    const value: unknown = JSON.parse(body);
    faults.push(...judges[status](value));
    const isNamed = isFields(value) && Array.isArray(value["details"]) && value["details"].length > 0;
    if (status === 400 && !isNamed) faults.push("names no field");
    if (status === 200 && isFields(value) && value["success"] === false && !value["error"]) {
      faults.push("says nothing of why it was not read");
    }
    return faults;
  };
}

/** The memory of a process and all its descendants. */
async function weighFamily(pid: number): Promise<number> {
  const children = await listChildren(pid);
  const weights = await Promise.all(children.map(weighFamily));
  const own = await weigh(pid).then(
    ({ bytes }) => bytes,
    () => 0,
  );
  return weights.reduce((sum, bytes) => sum + bytes, own);
}

async function listChildren(pid: number): Promise<readonly number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const texts = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, "utf8").catch(() => "")),
  );
  return texts.join(" ").split(/\s+/).filter(Boolean).map(Number);
}
