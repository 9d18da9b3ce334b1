import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { makeCard } from "@trading-oms/cards";
import { runOms } from "@trading-oms/scratch";
import sharp from "sharp";
import { largest, tally } from "../harness/figures.ts";
import type { Verdict } from "../harness/lab-test.ts";
import { readMetrics, type ServerProcess, startServerProcess, stopServer } from "../harness/server.ts";
import { askOnce, openKeptConnection, parseJson, paths, type Served, writeRequest } from "../harness/wire.ts";

/** An honest request counts as served if it is answered by 200 within this time. */
const servedMsMax = 5_000;
/** At least this share of each kind of honest request has to be served. */
const servedShareMin = 0.9;
/** Other load on the machine slows cards, so two good tries of three are enough. */
const goodTryCountMin = 2;
const badTryCountMax = 2;

/** Attacks on what all callers share, each from a few addresses within their rate limits. */
const attacks: Readonly<Record<string, AttackKind>> = {
  "slow readers of a link": { run: readSlowly, heldCountMin: () => 7 },
  "costly cards of 3 addresses": costlyCards(3),
  "costly cards of 8 addresses": costlyCards(8),
  "costly cards of 16 addresses": costlyCards(16),
  "slow bodies": { run: sendSlowBodies, heldCountMin: () => 6 },
};

/** An attack, and how many of its requests have to hold what others share, so that it is one. */
type AttackKind = {
  readonly run: (attack: Attack) => Promise<void>;
  readonly heldCountMin: (attackMs: number) => number;
};

function costlyCards(addressCount: number): AttackKind {
  return {
    run: (attack) => sendCostlyCards(attack, addressCount),
    heldCountMin: (attackMs) => attackMs / 10_000,
  };
}

/** What an attack works with. It ends soon after `signal` is aborted. */
type Attack = {
  readonly port: number;
  readonly link: string;
  readonly costlyCard: string;
  readonly signal: AbortSignal;
  /** Counts how a connection of the attack ended. */
  readonly count: (ending: string) => void;
  /** Counts a request that held what others share: an answer that is read slowly, a large body, a worker. */
  readonly countHeld: () => void;
};

/** Bodies of operation 2. */
type Cards = {
  readonly small: string;
  readonly large: string;
  readonly costly: string;
  readonly kept: string;
};

/** Attacks the server from a few addresses, and measures how other callers are served meanwhile. */
export async function checkFairness(folder: string, attackMs: number): Promise<Verdict[]> {
  const cards = await makeCards();
  const keyFile = join(folder, "image-keys.json");
  await runOms({ DATA_DIR: folder, IMAGES_KEY_FILE: keyFile }, "images", "key");
  const settings = {
    DATA_DIR: folder,
    TRUSTED_PROXIES: "1",
    RATE_LIMIT_CARDS: "20",
    IMAGES: join(folder, "images"),
    IMAGES_KEY_FILE: keyFile,
    IMAGES_URL: "https://api.example.com",
    IMAGES_PURPOSE: "a check",
    IMAGES_CONSENT: "none",
  };
  const verdicts: Verdict[] = [];
  for (const [name, attack] of Object.entries(attacks)) {
    let [goodCount, badCount] = [0, 0];
    for (;;) {
      const server = await startServerProcess(settings);
      const { line, faults } = await attackBeside(server, cards, attack, attackMs).finally(server.kill);
      const verdict = { line: `${name} for ${attackMs / 1_000} s: ${line}`, faults };
      if (faults.length === 0) goodCount += 1;
      else badCount += 1;
      if (goodCount === goodTryCountMin || badCount === badTryCountMax) {
        verdicts.push(verdict);
        break;
      }
      console.log(`fairness: try ${goodCount + badCount}: ${verdict.line}: ${faults.join("; ") || "good"}`);
    }
  }
  return verdicts;
}

async function attackBeside(
  server: ServerProcess,
  cards: Cards,
  { run, heldCountMin }: AttackKind,
  attackMs: number,
): Promise<Verdict> {
  const { port } = server;
  const link = await warmUp(port, cards);
  const ending = new AbortController();
  const endings: string[] = [];
  const count = (how: string): void => void endings.push(how);
  let heldCount = 0;
  const countHeld = (): void => {
    heldCount += 1;
  };
  const attacking = run({ port, link, costlyCard: cards.costly, signal: ending.signal, count, countHeld });
  // The attack is in place before others are measured.
  await wait(3_000);
  const [links, small, large] = await Promise.all([
    askFor(attackMs, 1_000, (address) => askOnce(port, writeRequest({ path: link, headers: from(address) }))),
    askFor(attackMs, 5_000, (address) => sendCard(port, address, cards.small)),
    askFor(attackMs, 7_000, (address, index) =>
      index % 2 === 0 ? sendCard(port, address, cards.large) : sendFromPhone(port, address, cards.large),
    ),
  ]);
  ending.abort();
  await attacking;
  const outcomes = (await readMetrics(server)).byLabel("oms_cards_total");
  const [servedLinks, servedCards] = [judge("links", links), judge("cards", [...small, ...large])];
  const judged = [servedLinks, judge("cards of 80 kB", small), judge("cards of 1.8 MB", large)];
  const told = [...outcomes].filter(([, each]) => each > 0).map(([outcome, each]) => `${each} ${outcome}`);
  const line =
    `${judged.map(({ summary }) => summary).join("; ")}; the attack had ${tally(endings) || "no answer"}, ` +
    `${heldCount} took hold; ` +
    `cards by outcome: ${told.join(", ")}`;
  // Of one size a single card would be more than a tenth.
  const faults = [...servedLinks.faults, ...servedCards.faults];
  if (heldCount < heldCountMin(attackMs))
    faults.push(`the attack did not take hold: ${heldCount} requests did`);
  return { line, faults: [...faults, ...(await stopServer(server))] };
}

/** Sends cards until each worker has loaded, and returns the path of a valid link to a large image. */
async function warmUp(port: number, { small, kept }: Cards): Promise<string> {
  await Promise.all([1, 2].map((each) => sendCard(port, `198.51.99.${each}`, small)));
  // A busy machine may need several cards.
  for (let count = 0; count < 10; count += 1) {
    const headers = from(`198.51.99.${10 + count}`);
    const request = writeRequest({ method: "POST", path: paths.card, headers, body: kept });
    const connection = openKeptConnection(port);
    const { body } = await connection.ask(request);
    connection.close();
    const { imageUrls } = (parseJson(body) ?? {}) as { readonly imageUrls?: { readonly portrait?: string } };
    if (imageUrls?.portrait === undefined) continue;
    const { pathname, search } = new URL(imageUrls.portrait);
    return pathname + search;
  }
  throw new Error("No card was kept.");
}

async function makeCards(): Promise<Cards> {
  const { front, back } = makeCard({ seed: 5, kind: "2021", severity: "clean" });
  const write = async (image: Uint8Array, width: number, quality: number): Promise<string> =>
    (await sharp(image).resize({ width }).jpeg({ quality }).toBuffer()).toString("base64");
  const body = (members: Readonly<Record<string, string>>): string => JSON.stringify(members);
  const frontImage = await write(front, 900, 60);
  return {
    small: body({ frontImage, backImage: await write(back, 900, 60) }),
    large: body({ frontImage: await write(front, 1_600, 98), backImage: await write(back, 1_600, 98) }),
    costly: body({ frontImage: await drawWallOfText(front) }),
    kept: body({ frontImage, portraitImage: await drawNoise() }),
  };
}

/** A picture in the proportions of a card, full of the printed text of one: it takes seconds to read. */
async function drawWallOfText(card: Uint8Array): Promise<string> {
  const { width, height } = await sharp(card).metadata();
  const strip = await sharp(card)
    .extract({
      left: Math.round(width * 0.3),
      top: Math.round(height * 0.42),
      width: Math.round(width * 0.6),
      height: Math.round(height * 0.5),
    })
    .png()
    .toBuffer();
  const wall = sharp({ create: { width: 1_600, height: 1_009, channels: 3, background: "#eee" } });
  const drawn = await wall
    .composite([{ input: strip, tile: true }])
    .jpeg()
    .toBuffer();
  return drawn.toString("base64");
}

/** A portrait whose kept copy is as large as copies get. */
async function drawNoise(): Promise<string> {
  const noise = { type: "gaussian", mean: 128, sigma: 70 } as const;
  const size = { width: 2_900, height: 2_900, channels: 3, background: "#888", noise } as const;
  return (await sharp({ create: size }).jpeg({ quality: 85 }).toBuffer()).toString("base64");
}

/** The headers of a caller that sends one request on a connection. */
function from(address: string): Readonly<Record<string, string>> {
  return { "X-Forwarded-For": address, Connection: "close" };
}

function sendCard(port: number, address: string, body: string): Promise<Served> {
  return askOnce(port, writeRequest({ method: "POST", path: paths.card, headers: from(address), body }));
}

const phoneBytesASecond = 300_000;

/** Sends a card as a phone on a slow connection does. Its time counts from the end of the body. */
async function sendFromPhone(port: number, address: string, body: string): Promise<Served> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  let received = "";
  socket.setEncoding("latin1").on("data", (text: string) => {
    received += text;
  });
  socket.on("error", () => {});
  const closed = new Promise((settle) => socket.once("close", settle));
  const bytes = Buffer.from(writeRequest({ method: "POST", path: paths.card, headers: from(address), body }));
  const beganMs = performance.now();
  for (let at = 0; at < bytes.length && !socket.destroyed; await wait(100)) {
    // By the clock, since a busy machine leaves ticks out.
    const dueBytes = Math.round((phoneBytesASecond * (performance.now() - beganMs + 100)) / 1_000);
    socket.write(bytes.subarray(at, dueBytes));
    at = dueBytes;
  }
  const sentMs = performance.now();
  await Promise.race([closed, wait(30_000, undefined, { ref: false })]);
  socket.destroy();
  return { status: Number(received.slice(9, 12)) || "none", elapsedMs: performance.now() - sentMs };
}

let callerCount = 0;

/** Sends requests at fixed times, each of another caller, whether or not earlier ones were answered. */
async function askFor(
  durationMs: number,
  pauseMs: number,
  send: (address: string, index: number) => Promise<Served>,
): Promise<Served[]> {
  const served: Promise<Served>[] = [];
  for (const endMs = performance.now() + durationMs; performance.now() < endMs; await wait(pauseMs)) {
    callerCount += 1;
    served.push(send(`198.51.${100 + (callerCount >> 8)}.${callerCount & 0xff}`, served.length));
  }
  return Promise.all(served);
}

function judge(what: string, served: readonly Served[]) {
  const good = served.filter(({ status, elapsedMs }) => status === 200 && elapsedMs <= servedMsMax);
  const slowestS = (largest(served.map(({ elapsedMs }) => elapsedMs)) / 1_000).toFixed(1);
  const summary =
    `${good.length} of ${served.length} ${what} served ` +
    `(${tally(served.map(({ status }) => status))}; at most ${slowestS} s)`;
  const faults = good.length < servedShareMin * served.length ? [summary] : [];
  return { summary, faults };
}

/** Runs an action over and over until the attack ends. */
async function repeat({ signal }: Attack, pauseMs: number, act: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await act();
    await wait(pauseMs, undefined, { signal }).catch(() => {});
  }
}

/** Uses a connection until it closes or the attack ends, and counts how it ended. */
async function onConnection(attack: Attack, use: (socket: Socket) => void): Promise<void> {
  const socket = connect({ port: attack.port, host: "127.0.0.1", noDelay: true });
  socket.on("error", () => {});
  const end = (): void => void socket.destroy();
  attack.signal.addEventListener("abort", end);
  use(socket);
  await new Promise((settle) => socket.once("close", settle));
  attack.signal.removeEventListener("abort", end);
}

/** Ten slow readers share an address, and ten more have one each. Each reads a kilobyte a second. */
async function readSlowly(attack: Attack): Promise<void> {
  const addresses = Array.from({ length: 20 }, (_, index) => `192.0.2.${Math.max(0, index - 9)}`);
  const readOnce = (address: string): Promise<void> =>
    onConnection(attack, (socket) => {
      socket.write(writeRequest({ path: attack.link, headers: from(address) }));
      let head = "";
      const reading = setInterval(() => {
        const bytes: Buffer | null = socket.read(Math.min(1_024, socket.readableLength));
        if (head === "" && bytes?.toString("latin1", 9, 12) === "200") attack.countHeld();
        head ||= bytes?.toString("latin1", 9, 12) ?? "";
      }, 1_000);
      socket.once("readable", () => {});
      socket.once("close", () => {
        clearInterval(reading);
        attack.count(head || "cut");
      });
    });
  await Promise.all(addresses.map((address) => repeat(attack, 2_000, () => readOnce(address))));
}

/** A card of the attack is costly if its answer takes so long. */
const costlyMsMin = 3_000;

/** Addresses with three costly cards each, twenty a minute; as many more leave as soon as they have sent a card. */
async function sendCostlyCards(attack: Attack, addressCount: number): Promise<void> {
  const { port, costlyCard: body } = attack;
  const send = async (address: string): Promise<void> => {
    const { status, elapsedMs } = await sendCard(port, address, body);
    attack.count(String(status));
    if (status === 200 && elapsedMs >= costlyMsMin) attack.countHeld();
  };
  const leave = (address: string): Promise<void> =>
    onConnection(attack, (socket) => {
      const request = { method: "POST", path: paths.card, headers: from(address), body } as const;
      socket.write(writeRequest(request), () => setTimeout(() => socket.destroy(), 200));
      socket.once("close", () => attack.count("left"));
    });
  const addresses = Array.from({ length: addressCount }, (_, index) => index + 1);
  const lanes = addresses.flatMap((address) => [
    ...[1, 2, 3].map(() => repeat(attack, 4_500, () => send(`192.0.2.${address}`))),
    repeat(attack, 3_000, () => leave(`192.0.2.${100 + address}`)),
  ]);
  await Promise.all(lanes);
}

const slowBodyBytes = 33_000_000;
const quickBytes = 32_500_000;
/** What six of them leave of the memory for bodies, but for less than a card of 1.8 MB. */
const restBytes = 4_000_000;
const trickleBytesASecond = 9_000;

/** Six addresses send nearly all of a body at once, and the rest of it at 9 kB/s. A seventh fills what they leave. */
async function sendSlowBodies(attack: Attack): Promise<void> {
  const sendOnce = (address: string, quick: Buffer): Promise<void> =>
    onConnection(attack, (socket) => {
      const head = { "Content-Type": "application/json", "Content-Length": String(slowBodyBytes) };
      const request = { method: "POST", path: paths.card, headers: { ...from(address), ...head } } as const;
      socket.write(`${writeRequest(request)}{"frontImage":"`);
      // All but what the buffers of the operating system take has arrived then.
      socket.write(quick, (failure) => {
        if (!failure) attack.countHeld();
      });
      const beganMs = performance.now();
      let trickledBytes = 0;
      const trickling = setInterval(() => {
        // By the clock, since a busy machine leaves ticks out.
        const dueBytes = (trickleBytesASecond * (performance.now() - beganMs)) / 1_000;
        const bytes = Buffer.alloc(Math.floor(dueBytes - trickledBytes), "A");
        trickledBytes += bytes.length;
        socket.write(bytes);
      }, 100);
      let received = "";
      socket.setEncoding("latin1").on("data", (text: string) => {
        received += text;
      });
      socket.once("close", () => {
        clearInterval(trickling);
        attack.count(received.slice(9, 12) || "cut");
      });
    });
  const quick = Buffer.alloc(quickBytes, "A");
  await Promise.all(
    [quick, quick, quick, quick, quick, quick, quick.subarray(0, restBytes)].map((bytes, index) =>
      repeat(attack, 3_000, () => sendOnce(`192.0.2.${index}`, bytes)),
    ),
  );
}
