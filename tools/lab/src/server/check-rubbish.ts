import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { isFields, readDocument, schemaJudge } from "@trading-oms/document";
import type { Launch } from "@trading-oms/scratch";
import { makeDice } from "../ground/dice.ts";
import type { Verdict } from "../ground/lab-test.ts";
import { type ServerProcess, startServerProcess, type Weight } from "../ground/server.ts";
import { openWire, readAnswer, type WireAnswer, writeRequest } from "../ground/wire.ts";
import { judgeWeight } from "./judge-weight.ts";
import { makeRubbish, oddParts, type Rubbish } from "./rubbish.ts";

const laneCount = 32;

/** A collector of garbage may wait as long for a quiet moment; Deno's took less than 15 s. */
const restMsMax = 30_000;

/** Sends rubbish of all kinds, and looks how it is answered and whether the server is as well as before. */
export async function checkRubbish(
  {
    folder,
    seed,
    launch,
  }: { readonly folder: string; readonly seed: number; readonly launch?: Launch | undefined },
  count: number,
): Promise<Verdict> {
  const judges = await readJudges();
  const server = await startServerProcess({ DATA_DIR: folder }, launch);
  const statuses = new Map<number, number>();
  const found = new Map<string, number>();
  let sentCount = 0;
  const send = async (untilCount: number): Promise<void> => {
    while (sentCount < untilCount) {
      const index = sentCount;
      sentCount += 1;
      const rubbish = makeRubbish(makeDice(seed + index * 7_919), server.token);
      const reply = await sendRubbish(server.port, rubbish);
      for (const { status } of reply.answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
      for (const fault of judgeReply(rubbish, reply, judges)) {
        const name = `${rubbish.name}: ${fault} (seed ${seed}, number ${index})`;
        const kind = name.replace(/ \(seed.*/, "");
        const before = [...found.keys()].find((each) => each.startsWith(kind));
        found.set(before ?? name, (found.get(before ?? name) ?? 0) + 1);
      }
    }
  };
  const sendAll = (untilCount: number) =>
    Promise.all(Array.from({ length: laneCount }, () => send(untilCount)));
  // The first third fills what is filled once: the heap's young space, caches, code.
  await sendAll(Math.floor(count / 3));
  const before = await server.weigh();
  await sendAll(count);
  const weight = judgeWeight(before, await weighAtRest(server, before));
  const faults = [...found].map(([fault, times]) => `${times} × ${fault}`);
  faults.push(...weight.faults);
  if (!(await isAlive(server.port))) faults.push("the server no longer answers");
  if ((await server.stop()).code !== 0) faults.push("the server did not stop in peace");
  if (server.complaints() !== "")
    faults.push(`the server complained: ${server.complaints().slice(0, 1_000)}`);
  const told = [...statuses].sort().map(([status, times]) => `${times} × ${status}`);
  const line = `${count} pieces of rubbish answered by ${told.join(", ")}; ${weight.told}`;
  return { line, faults };
}

/** What only lies about is gone after a while in which nobody asks; what is held on to is not. */
async function weighAtRest(server: ServerProcess, before: Weight): Promise<Weight> {
  const deadlineMs = performance.now() + restMsMax;
  for (;;) {
    const weight = await server.weigh();
    if (judgeWeight(before, weight).faults.length === 0 || performance.now() > deadlineMs) return weight;
    await wait(1_000);
  }
}

async function isAlive(port: number): Promise<boolean> {
  const opening = await openWire(port);
  if (opening.kind !== "open") return false;
  const exchange = await opening.wire.ask(writeRequest("/healthz", "none"));
  opening.wire.close();
  return exchange.kind === "answered" && exchange.answer.status === 200;
}

/** What came back: answers, and whatever is wrong with the bytes themselves. */
type Reply = { readonly answers: readonly WireAnswer[]; readonly faults: readonly string[] };

/** As long as a request that may be unfinished is waited for, before it is said that nothing more comes; a busy machine reads a card in half of it. */
const silenceMs = 1_000;
const lifeMsMax = 5_000;

/** Sends rubbish on a connection of its own and reads until the server is done with it. */
function sendRubbish(port: number, { bytes, isHead }: Rubbish): Promise<Reply> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  const answers: WireAnswer[] = [];
  const faults: string[] = [];
  let received = Buffer.alloc(0);
  socket.write(bytes);
  const read = (): void => {
    while (answers.at(-1)?.isLast !== true) {
      const reading = readAnswer(received, isHead && answers.length === 0);
      if (reading.kind === "incomplete") return;
      if (reading.kind === "broken") {
        faults.push(`the answer ${reading.fault}`);
        socket.destroy();
        return;
      }
      answers.push(reading.answer);
      received = received.subarray(reading.length);
    }
  };
  let timer = setTimeout(() => socket.end(), silenceMs);
  const life = setTimeout(() => {
    faults.push(`the connection was still open after ${lifeMsMax} ms`);
    socket.destroy();
  }, lifeMsMax);
  socket.on("data", (more: Buffer) => {
    received = Buffer.concat([received, more]);
    read();
    clearTimeout(timer);
    // What stands behind the first request may have an answer of its own.
    if (answers.length > 0) timer = setTimeout(() => socket.end(), 5);
  });
  socket.on("error", () => {});
  return new Promise((settle) => {
    socket.once("close", () => {
      clearTimeout(timer);
      clearTimeout(life);
      // Of a request that was none nobody knows that it was HEAD, so that its last answer has a body.
      const isBodyOfHead = isHead && answers.at(-1)?.isLast === true;
      if (received.length > 0 && faults.length === 0 && !isBodyOfHead) {
        faults.push(`${received.length} bytes follow the last answer`);
      }
      settle({ answers, faults });
    });
  });
}

/** The statuses that the document has for whatever is wrong with a request; it declares no other. */
const errorStatuses = new Set([400, 401, 404, 405, 408, 413, 415, 429, 431, 503]);

/** A success is one if the rubbish was none after all; `/` leads to the page, and browsers ask by OPTIONS. */
const otherStatuses = new Set([200, 204, 302, 304]);

/** Judges of bodies, by what they are bodies of; each says what is wrong. */
export type BodyJudges = Readonly<
  Record<"error" | "problem" | "search", (body: unknown) => readonly string[]>
>;

/** A stack, a file of ours, or a statement. */
const insideForm = /\bat [^ ]+ ?\(|:\d+:\d+|node_modules|node:internal|\.[jt]s\b|\/tmp\/|select .* from /i;

/** Says what is wrong with how rubbish was answered; the judge of an error's body is handed in. */
export function judgeReply(
  { bytes, isRefusedAsWhole }: Rubbish,
  { answers, faults }: Reply,
  judges: BodyJudges,
): string[] {
  const isNothing = /^[\r\n]*$/.test(bytes.toString("latin1"));
  if (answers.length === 0 && faults.length === 0) return isNothing ? [] : ["there was no answer"];
  const statuses = answers.map(({ status }) => status).join(", ");
  if (isRefusedAsWhole && statuses !== "400") return [`is answered by ${statuses} instead of 400 alone`];
  return [...faults, ...answers.flatMap((answer) => judgeAnswer(answer, bytes, judges))];
}

function judgeAnswer({ status, headers, body }: WireAnswer, bytes: Buffer, judges: BodyJudges): string[] {
  const faults: string[] = [];
  if (!errorStatuses.has(status) && !otherStatuses.has(status)) faults.push(`${status} is declared nowhere`);
  if (!headers.has("x-request-id")) faults.push(`${status} has no X-Request-Id`);
  const all = [...headers.values(), body].join("\n");
  if (all.includes(oddParts.leakMark)) faults.push(`${status} repeats what was sent`);
  if (headers.has(oddParts.injected)) faults.push(`${status} has a header that was sent in the path`);
  if (status === 304) return [...faults, ...judgeUnchanged(headers, body, bytes)];
  if (body === "") return faults;
  const isSearched = bytes.includes(oddParts.searches);
  const type = headers.get("content-type") ?? "";
  if (status < 400) {
    // Only the answer to a search is nothing but JSON that a request may reach into.
    if (status === 200 && isSearched && type.startsWith("application/json")) {
      faults.push(...judgeJson(status, body, judges.search));
    }
    return faults;
  }
  if (insideForm.test(body)) faults.push(`${status} tells of its inside: ${body.slice(0, 200)}`);
  if (status === 400 && isSearched && type.startsWith("application/problem+json")) {
    return [...faults, ...judgeJson(status, body, judges.problem)];
  }
  if (!type.startsWith("application/json")) faults.push(`${status} is not JSON`);
  return [...faults, ...judgeJson(status, body, judges.error)];
}

/** Whoever is told that nothing changed has asked about a tag, and is told the tag of what there is. */
function judgeUnchanged(headers: WireAnswer["headers"], body: string, bytes: Buffer): string[] {
  const faults: string[] = [];
  if (!/if-none-match/i.test(bytes.toString("latin1"))) faults.push("304 was not asked for");
  if (!headers.has("etag")) faults.push("304 has no ETag");
  if (body !== "") faults.push("304 has a body");
  return faults;
}

function judgeJson(
  status: number,
  body: string,
  judge: (body: unknown) => readonly string[],
): readonly string[] {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return [`${status} has a body that is not JSON: ${body.slice(0, 100)}`];
  }
  return judge(value);
}

const documentPath = fileURLToPath(new URL("../../../../openapi/openapi.yaml", import.meta.url));

/** Reads from the document how bodies of errors and of searches have to look. */
export async function readJudges(): Promise<BodyJudges> {
  const reading = await readDocument(documentPath);
  if (reading.kind === "faulty") throw new Error("The document can't be read.");
  const judgeBy = (schema: string, needed: string) => {
    const judge = schemaJudge(reading.document)(`#/components/schemas/${schema}`);
    // The schemas have no needed member, so that an empty object would do.
    return (body: unknown) =>
      isFields(body) && Object.hasOwn(body, needed) ? judge(body) : [`the body has no member ${needed}`];
  };
  const judgeSearch = judgeBy("SymbolSearchResult", "data");
  return {
    error: judgeBy("ErrorResponse", "error"),
    problem: judgeBy("ValidationProblemDetails", "errors"),
    // Beside a search, the same bytes may hold a request for something else.
    search: (body) => (isFields(body) && Object.hasOwn(body, "requestType") ? judgeSearch(body) : []),
  };
}
