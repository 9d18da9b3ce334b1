import { once } from "node:events";
import { createServer } from "node:net";
import type { Plan, Wire } from "@trading-oms/conformance";
import { openSuiteWire } from "../render-pairs.ts";

/** A request on its way to the server; the names of its headers are in lower case. */
export type Passing = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A character for each byte. */
  readonly body: string;
};

/** An answer on its way back; the names of its headers are in lower case. */
export type PassedBack = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** Something that a server could get wrong, done to what passes between the suite and a sound one. */
export type Fault = {
  readonly name: string;
  /** The claim that has to find it. */
  readonly foundBy: string;
  readonly onRequest?: (passing: Passing, plan: Plan) => Passing;
  readonly onAnswer?: (answer: PassedBack, passing: Passing, plan: Plan) => PassedBack;
};

type Fields = Record<string, unknown>;

/** Changes the body of an answer where it is JSON. */
export function changeBody(answer: PassedBack, change: (body: Fields) => Fields): PassedBack {
  if (!/json/.test(answer.headers["content-type"] ?? "") || answer.body === "") return answer;
  return { ...answer, body: JSON.stringify(change(JSON.parse(answer.body))) };
}

/** Sets a header, or puts another value in its place. */
export function withHeader<Message extends Passing | PassedBack>(
  message: Message,
  name: string,
  value: string,
): Message {
  return { ...message, headers: { ...message.headers, [name]: value } };
}

/** Takes a header away. */
export function withoutHeader(answer: PassedBack, name: string): PassedBack {
  const { [name]: _, ...headers } = answer.headers;
  return { ...answer, headers };
}

/** Changes a list in the body of an answer. */
export function changeList(
  answer: PassedBack,
  name: string,
  change: (rows: readonly Fields[]) => readonly Fields[],
): PassedBack {
  return changeBody(answer, (body) => {
    const rows = body[name];
    return Array.isArray(rows) ? { ...body, [name]: change(rows) } : body;
  });
}

/** Changes each notification of a page. */
export function changeRows(answer: PassedBack, change: (row: Fields) => Fields): PassedBack {
  return changeList(answer, "notifications", (rows) => rows.map(change));
}

/** A way to a server on which a fault can be planted. */
export type Passage = {
  readonly url: string;
  /** From now on this fault is done to what passes, or none. */
  readonly plant: (fault: Fault | undefined) => void;
  readonly close: () => Promise<void>;
};

/** From here on a body is only said to come. */
const bodyBytesMax = 20_000_000;

/**
 * Opens a passage to a server, byte by byte: a server of Node's own would see to it that an answer to HEAD has no body, and
 * so no fault of that kind could be planted.
 */
export async function openPassage(target: string, plan: Plan): Promise<Passage> {
  const wire = openSuiteWire(target);
  let planted: Fault | undefined;
  const server = createServer((socket) => {
    let heard = Buffer.alloc(0);
    let isAnswered = false;
    socket.on("error", () => socket.destroy());
    socket.on("data", (part: Buffer) => {
      heard = Buffer.concat([heard, part]);
      const passing = isAnswered ? undefined : readPassing(heard);
      if (passing === undefined) return;
      isAnswered = true;
      pass(wire, passing, planted, plan).then(
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

async function pass(wire: Wire, passing: Passing, fault: Fault | undefined, plan: Plan): Promise<PassedBack> {
  const { method, path, headers, body } = fault?.onRequest?.(passing, plan) ?? passing;
  const { host: _, connection: __, "content-length": length, ...others } = headers;
  const isOnlySaid = Number(length) > bodyBytesMax;
  const answer = await wire({
    ...{ method, path },
    headers: isOnlySaid ? { ...others, "Content-Length": `${length}` } : others,
    body: length === undefined ? undefined : Buffer.from(body, "latin1"),
  });
  const kept = [...answer.headers].filter(
    ([name]) => !/^(?:connection|keep-alive|transfer-encoding)$/.test(name),
  );
  const back: PassedBack = {
    status: answer.status,
    headers: Object.fromEntries(kept.map(([name, values]) => [name, values.join(", ")])),
    body: answer.text,
  };
  return fault?.onAnswer?.(back, passing, plan) ?? back;
}

function readPassing(heard: Buffer): Passing | undefined {
  const end = heard.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [first = "", ...lines] = heard.subarray(0, end).toString("utf8").split("\r\n");
  const [method = "", path = ""] = first.split(" ");
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(":")).toLowerCase(),
      line.slice(line.indexOf(":") + 1).trim(),
    ]),
  );
  const wanted = Number(headers["content-length"] ?? 0);
  const body = heard.subarray(end + 4);
  if (body.length < wanted && wanted <= bodyBytesMax) return undefined;
  return { method, path, headers, body: body.toString("latin1") };
}

function writeAnswer({ status, headers, body }: PassedBack): Buffer {
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
