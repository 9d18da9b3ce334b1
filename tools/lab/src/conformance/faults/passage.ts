import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import type { Plan, Wire } from "@trading-oms/conformance";
import { openSuiteWire } from "../render-pairs.ts";

/** A request to the server; header names are lower case. */
export type ProxiedRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** One character per byte. */
  readonly body: string;
};

/** An answer of the server; header names are lower case. */
export type ProxiedAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** A fault, applied to the traffic between the suite and a sound server. */
export type Fault = {
  readonly name: string;
  /** The id of the claim that must find it. */
  readonly foundBy: string;
  readonly onRequest?: (request: ProxiedRequest, plan: Plan) => ProxiedRequest;
  readonly onAnswer?: (answer: ProxiedAnswer, request: ProxiedRequest, plan: Plan) => ProxiedAnswer;
};

type Fields = Record<string, unknown>;

/** Changes the body of a JSON answer. */
export function changeBody(answer: ProxiedAnswer, change: (body: Fields) => Fields): ProxiedAnswer {
  if (!/json/.test(answer.headers["content-type"] ?? "") || answer.body === "") return answer;
  return { ...answer, body: JSON.stringify(change(JSON.parse(answer.body))) };
}

/** Sets or replaces a header. */
export function withHeader<Message extends ProxiedRequest | ProxiedAnswer>(
  message: Message,
  name: string,
  value: string,
): Message {
  return { ...message, headers: { ...message.headers, [name]: value } };
}

/** Removes a header. */
export function withoutHeader(answer: ProxiedAnswer, name: string): ProxiedAnswer {
  const { [name]: _, ...headers } = answer.headers;
  return { ...answer, headers };
}

/** Changes a list in the body of an answer. */
export function changeList(
  answer: ProxiedAnswer,
  name: string,
  change: (rows: readonly Fields[]) => readonly Fields[],
): ProxiedAnswer {
  return changeBody(answer, (body) => {
    const rows = body[name];
    return Array.isArray(rows) ? { ...body, [name]: change(rows) } : body;
  });
}

/** Changes each notification of a page. */
export function changeRows(answer: ProxiedAnswer, change: (row: Fields) => Fields): ProxiedAnswer {
  return changeList(answer, "notifications", (rows) => rows.map(change));
}

/** A proxy in front of a server that can apply a fault. */
export type Passage = {
  readonly url: string;
  /** Applies this fault from now on, or none. */
  readonly plant: (fault: Fault | undefined) => void;
  readonly close: () => Promise<void>;
};

/** Larger bodies are only announced, not read. */
const bodyBytesMax = 20_000_000;

/**
 * Opens a proxy on raw sockets. Node's HTTP server would strip the body of an answer to HEAD, so a fault of that kind
 * could not be planted.
 */
export async function openPassage(target: string, plan: Plan): Promise<Passage> {
  const wire = openSuiteWire(target);
  let planted: Fault | undefined;
  const server = createServer((socket) => {
    let received = Buffer.alloc(0);
    let isAnswered = false;
    socket.on("error", () => socket.destroy());
    socket.on("data", (part: Buffer) => {
      received = Buffer.concat([received, part]);
      const request = isAnswered ? undefined : readRequest(received);
      if (request === undefined) return;
      isAnswered = true;
      pass({ wire, target }, request, planted, plan).then(
        (answer) => socket.end(writeAnswer(answer)),
        () => socket.destroy(),
      );
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The passage has no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    plant: (fault) => {
      planted = fault;
    },
    close: async () => {
      server.close();
      await once(server, "close");
    },
  };
}

const streamPath = "/companion/v0/live";
const momentMs = 400;

/** A stream has no end: what comes within a moment is its answer. */
function readMoment(target: string): Wire {
  return async (asked) => {
    const answer = await fetch(target + asked.path, { headers: asked.headers });
    const reader = answer.body?.getReader();
    const parts: Uint8Array[] = [];
    const isOver = wait(momentMs, undefined);
    for (;;) {
      const part = await Promise.race([reader?.read(), isOver]);
      if (part?.value === undefined) break;
      parts.push(part.value);
    }
    await reader?.cancel();
    const bytes = Buffer.concat(parts);
    const headers = new Map([...answer.headers].map(([name, value]) => [name, [value]]));
    return { asked, status: answer.status, headers, bytes, text: bytes.toString() };
  };
}

async function pass(
  { wire, target }: { readonly wire: Wire; readonly target: string },
  request: ProxiedRequest,
  fault: Fault | undefined,
  plan: Plan,
): Promise<ProxiedAnswer> {
  const { method, path, headers, body } = fault?.onRequest?.(request, plan) ?? request;
  const { host: _, connection: __, "content-length": length, ...others } = headers;
  const isOnlySaid = Number(length) > bodyBytesMax;
  const send = method === "GET" && path.startsWith(streamPath) ? readMoment(target) : wire;
  const answer = await send({
    ...{ method, path },
    headers: isOnlySaid ? { ...others, "Content-Length": `${length}` } : others,
    body: length === undefined ? undefined : Buffer.from(body, "latin1"),
  });
  const kept = [...answer.headers].filter(
    ([name]) => !/^(?:connection|keep-alive|transfer-encoding)$/.test(name),
  );
  const back: ProxiedAnswer = {
    status: answer.status,
    headers: Object.fromEntries(kept.map(([name, values]) => [name, values.join(", ")])),
    body: answer.text,
  };
  return fault?.onAnswer?.(back, request, plan) ?? back;
}

function readRequest(received: Buffer): ProxiedRequest | undefined {
  const end = received.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [first = "", ...lines] = received.subarray(0, end).toString("utf8").split("\r\n");
  const [method = "", path = ""] = first.split(" ");
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(":")).toLowerCase(),
      line.slice(line.indexOf(":") + 1).trim(),
    ]),
  );
  const wanted = Number(headers["content-length"] ?? 0);
  const body = received.subarray(end + 4);
  if (body.length < wanted && wanted <= bodyBytesMax) return undefined;
  return { method, path, headers, body: body.toString("latin1") };
}

function writeAnswer({ status, headers, body }: ProxiedAnswer): Buffer {
  const { "content-length": _, ...others } = headers;
  const content = Buffer.from(body, "utf8");
  const isSized = content.length > 0 && status !== 304;
  const all = {
    ...others,
    connection: "close",
    ...(isSized ? { "content-length": `${content.length}` } : {}),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} .\r\n${lines.join("")}\r\n`, "utf8"), content]);
}
