import { connect } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { Launch } from "@trading-oms/scratch";
import { isFields, readMeasure } from "@trading-oms/spec";
import { makeDiceOf } from "../harness/dice.ts";
import { tally } from "../harness/figures.ts";
import type { Verdict } from "../harness/lab-test.ts";
import { type ServerProcess, startServerProcess, stopInPeace, type Weight } from "../harness/server.ts";
import { parseJson, readAnswer, type WireAnswer } from "../harness/wire.ts";
import { checkWeight } from "./check-weight.ts";
import { type MalformedRequest, makeMalformed, oddParts } from "./malformed.ts";

const laneCount = 32;

/** A garbage collector may wait this long for idle time; Deno's took less than 15 s. */
const restMsMax = 30_000;

/** The arguments of a check that runs on any runtime. */
export type RuntimeTrial = {
  readonly folder: string;
  readonly seed: number;
  readonly launch?: Launch | undefined;
};

/** Sends malformed requests of all kinds. Checks the answers and that the server is as healthy as before. */
export async function checkMalformed(
  { folder, seed, launch }: RuntimeTrial,
  count: number,
): Promise<Verdict> {
  const judges = await readJudges();
  const server = await startServerProcess({ DATA_DIR: folder }, launch);
  const statuses: number[] = [];
  const found: { readonly kind: string; readonly index: number }[] = [];
  let sentCount = 0;
  const sendUntil = async (untilCount: number): Promise<void> => {
    while (sentCount < untilCount) {
      const index = sentCount++;
      const malformed = makeMalformed(makeDiceOf(seed, index), server.token);
      const reply = await sendMalformed(server.port, malformed);
      statuses.push(...reply.answers.map(({ status }) => status));
      for (const fault of checkReply(malformed, reply, judges))
        found.push({ kind: `${malformed.name}: ${fault}`, index });
    }
  };
  const sendAll = (untilCount: number) =>
    Promise.all(Array.from({ length: laneCount }, () => sendUntil(untilCount)));
  // The first third is warm-up: it fills the heap's young space, caches and compiled code.
  await sendAll(Math.floor(count / 3));
  const before = await server.weigh();
  await sendAll(count);
  const weight = checkWeight(before, await weighAtRest(server, before));
  const isAlive = await fetch(`${server.url}/healthz`).then(
    ({ status }) => status === 200,
    () => false,
  );
  const faults = [
    ...[...Map.groupBy(found, ({ kind }) => kind)].map(
      ([kind, group]) => `${group.length} × ${kind} (seed ${seed}, number ${group[0]?.index})`,
    ),
    ...weight.faults,
    ...(isAlive ? [] : ["the server no longer answers"]),
    ...(await stopInPeace(server)),
  ];
  return { line: `${count} malformed requests answered by ${tally(statuses)}; ${weight.summary}`, faults };
}

/** Measures the idle server until garbage has been collected; leaked memory remains. */
async function weighAtRest(server: ServerProcess, before: Weight): Promise<Weight> {
  const deadlineMs = performance.now() + restMsMax;
  for (;;) {
    const weight = await server.weigh();
    if (checkWeight(before, weight).faults.length === 0 || performance.now() > deadlineMs) return weight;
    await wait(1_000);
  }
}

/** The answers, and faults of the bytes themselves. */
type Reply = { readonly answers: readonly WireAnswer[]; readonly faults: readonly string[] };

/**
 * How long a possibly unfinished request is awaited before the connection is half-closed. A busy machine reads a card
 * in half of this.
 */
const silenceMs = 1_000;
const lifeMsMax = 5_000;

/** Sends a malformed request on a new connection and reads until the server closes it. */
function sendMalformed(port: number, { bytes, isHead }: MalformedRequest): Promise<Reply> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  const answers: WireAnswer[] = [];
  const faults: string[] = [];
  let received = Buffer.alloc(0);
  socket.write(bytes);
  const read = (): void => {
    while (answers.at(-1)?.isLast !== true) {
      const reading = readAnswer(received, isHead && answers.length === 0 ? "HEAD" : "GET");
      if (reading.kind === "incomplete") return;
      if (reading.kind === "broken") {
        faults.push(`an answer is malformed: ${reading.fault}`);
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
    // Bytes after the first request may have an answer of their own.
    if (answers.length > 0) timer = setTimeout(() => socket.end(), 5);
  });
  socket.on("error", () => {});
  return new Promise((settle) => {
    socket.once("close", () => {
      clearTimeout(timer);
      clearTimeout(life);
      // A server that could not parse the request cannot know that it was HEAD, so its last answer may have a body.
      const isBodyOfHead = isHead && answers.at(-1)?.isLast === true;
      if (received.length > 0 && faults.length === 0 && !isBodyOfHead) {
        faults.push(`${received.length} bytes follow the last answer`);
      }
      settle({ answers, faults });
    });
  });
}

/** The documented error statuses. */
const errorStatuses = new Set([400, 401, 404, 405, 408, 413, 415, 421, 429, 431, 503]);

/** Valid if the request was valid after all; `/` redirects to the page, and browsers send OPTIONS. */
const otherStatuses = new Set([200, 204, 302, 304]);

/** Checks of bodies by kind. Each returns what is wrong. */
export type BodyJudges = Readonly<
  Record<"error" | "problem" | "search", (body: unknown) => readonly string[]>
>;

/** A stack trace, a file path, or an SQL statement. */
const insideForm = /\bat [^ ]+ ?\(|:\d+:\d+|node_modules|node:internal|\.[jt]s\b|\/tmp\/|select .* from /i;

/** Reports what is wrong with the answers to a malformed request. */
export function checkReply(
  { bytes, isRefusedAsWhole }: MalformedRequest,
  { answers, faults }: Reply,
  judges: BodyJudges,
): string[] {
  const isNothing = /^[\r\n]*$/.test(bytes.toString("latin1"));
  if (answers.length === 0 && faults.length === 0) return isNothing ? [] : ["there was no answer"];
  const statuses = answers.map(({ status }) => status).join(", ");
  if (isRefusedAsWhole && statuses !== "400") return [`is answered by ${statuses} instead of 400 alone`];
  return [...faults, ...answers.flatMap((answer) => checkAnswer(answer, bytes, judges))];
}

function checkAnswer({ status, headers, body }: WireAnswer, bytes: Buffer, judges: BodyJudges): string[] {
  const faults: string[] = [];
  if (!errorStatuses.has(status) && !otherStatuses.has(status)) faults.push(`${status} is declared nowhere`);
  if (!headers.has("x-request-id")) faults.push(`${status} has no X-Request-Id`);
  const all = [...headers.values(), body].join("\n");
  if (all.includes(oddParts.leakMark)) faults.push(`${status} repeats what was sent`);
  if (headers.has(oddParts.injected)) faults.push(`${status} has a header that was sent in the path`);
  // A 304 needs a request with If-None-Match, and carries the ETag of the current data.
  if (status === 304) {
    if (!/if-none-match/i.test(bytes.toString("latin1"))) faults.push("304 was not asked for");
    if (!headers.has("etag")) faults.push("304 has no ETag");
    if (body !== "") faults.push("304 has a body");
  } else if (body !== "") faults.push(...evaluateBody({ status, headers, body }, bytes, judges));
  return faults;
}

function evaluateBody(
  { status, headers, body }: Pick<WireAnswer, "status" | "headers" | "body">,
  bytes: Buffer,
  judges: BodyJudges,
): string[] {
  const isSearched = bytes.includes(oddParts.searches);
  const type = headers.get("content-type") ?? "";
  const isJson = type.startsWith("application/json");
  const checkBy = (judge: (body: unknown) => readonly string[]): readonly string[] => {
    const value = parseJson(body);
    return value === undefined
      ? [`${status} has a body that is not JSON: ${body.slice(0, 100)}`]
      : judge(value);
  };
  // Of successful answers, only those of a search are checked: all others may be something else than JSON.
  if (status < 400) return status === 200 && isSearched && isJson ? [...checkBy(judges.search)] : [];
  const faults: string[] = [];
  if (insideForm.test(body)) faults.push(`${status} tells of its inside: ${body.slice(0, 200)}`);
  if (status === 400 && isSearched && type.startsWith("application/problem+json"))
    return [...faults, ...checkBy(judges.problem)];
  if (!isJson) faults.push(`${status} is not JSON`);
  return [...faults, ...checkBy(judges.error)];
}

/** Reads the schemas of error and search bodies from the document. */
export async function readJudges(): Promise<BodyJudges> {
  const { validatorOf } = await readMeasure();
  const checkBy = (schema: string, needed: string) => {
    const judge = validatorOf(`#/components/schemas/${schema}`);
    // The schemas have no required member, so an empty object would pass.
    return (body: unknown) =>
      isFields(body) && Object.hasOwn(body, needed) ? judge(body) : [`the body has no member ${needed}`];
  };
  const checkSearch = checkBy("SymbolSearchResult", "data");
  return {
    error: checkBy("ErrorResponse", "error"),
    problem: checkBy("ValidationProblemDetails", "errors"),
    // The same bytes may hold a request for something other than a search.
    search: (body) => (isFields(body) && Object.hasOwn(body, "requestType") ? checkSearch(body) : []),
  };
}
