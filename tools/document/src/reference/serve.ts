import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type HeldDocument, readExample } from "./hold-document.ts";
import {
  type Content,
  drawIcon,
  makeContent,
  renderFollowScript,
  renderPage,
  renderStartScript,
} from "./page.ts";

/**
 * What a browser may do with anything from here: load from this origin, and talk to it alone.
 *
 * Only styles may stand inline, because the reference sets style attributes, which no nonce or hash can allow.
 * Its pictures for list marks and the like are data: addresses, which lead nowhere.
 */
export const guardHeaders: Readonly<Record<string, string>> = {
  "Content-Security-Policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-DNS-Prefetch-Control": "off",
};

/** What a route has to say; how it goes over the wire is decided by `writeAnswer`. */
type Answer =
  | { readonly kind: "content"; readonly content: Content }
  | { readonly kind: "redirect"; readonly location: string }
  | { readonly kind: "stream"; readonly join: (listener: ServerResponse) => void }
  | { readonly kind: "failure"; readonly status: number; readonly error: string; readonly message: string };

/** A path, or every path below one, and what is answered there to GET and HEAD. */
type Route = {
  readonly path: string;
  readonly below: boolean;
  readonly answer: (rest: string) => Promise<Answer> | Answer;
};

/** What the routes are served from. */
type RouteSources = {
  readonly held: HeldDocument;
  readonly examplesPath: string;
  readonly loadPageScript: () => Promise<Content>;
  /** Where pages wait for word of a change. */
  readonly joinChanges: (listener: ServerResponse) => void;
};

/** Everything that is served, in one table. */
export function listRoutes(sources: RouteSources): readonly Route[] {
  const { held, examplesPath, loadPageScript, joinChanges } = sources;
  const startScript = makeContent(scriptType, renderStartScript());
  const followScript = makeContent(scriptType, renderFollowScript());
  const icon = makeContent("image/svg+xml", drawIcon());
  return [
    at("/", () => ({ kind: "redirect", location: "/docs" })),
    at("/docs", async () => say(await composePage(held))),
    at("/docs/scalar.js", async () => say(await loadPageScript())),
    at("/docs/start.js", () => say(startScript)),
    at("/docs/icon.svg", () => say(icon)),
    at("/openapi.yaml", async () => say((await held.current()).authored)),
    at("/openapi.json", async () => say((await held.current()).parsed)),
    at("/healthz", async () => say(await composeHealth(held))),
    { path: "/examples/", below: true, answer: (rest) => answerExample(examplesPath, rest) },
    at("/docs/follow-changes.js", () => say(followScript)),
    at("/changes", () => ({ kind: "stream", join: joinChanges })),
  ];
}

const scriptType = "text/javascript; charset=utf-8";

function at(path: string, answer: () => Promise<Answer> | Answer): Route {
  return { path, below: false, answer };
}

function say(content: Content): Answer {
  return { kind: "content", content };
}

async function composePage(held: HeldDocument): Promise<Content> {
  const { title, version } = await held.current();
  return makeContent("text/html; charset=utf-8", renderPage({ title, version, followsChanges: true }));
}

async function composeHealth(held: HeldDocument): Promise<Content> {
  const { version, faults } = await held.current();
  const document = faults.length === 0 ? "current" : "last-good";
  return makeContent("application/json; charset=utf-8", JSON.stringify({ status: "ok", version, document }));
}

async function answerExample(examplesPath: string, name: string): Promise<Answer> {
  const example = await readExample(examplesPath, name);
  if (example !== undefined) return say(example);
  return {
    kind: "failure",
    status: 404,
    error: "not_found",
    message: "There is no such example; the document names those there are.",
  };
}

/** Puts an answer on the wire: conditions and HEAD are settled here for every route alike. */
function writeAnswer(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  for (const [name, value] of Object.entries(guardHeaders)) response.setHeader(name, value);
  switch (answer.kind) {
    case "content":
      writeContent(request, response, answer.content);
      break;
    case "redirect":
      response.setHeader("Location", answer.location);
      writeBody(request, response, 302, Buffer.alloc(0));
      break;
    case "failure": {
      const { status, error, message } = answer;
      response.setHeader("Content-Type", "application/json; charset=utf-8");
      writeBody(request, response, status, Buffer.from(JSON.stringify({ error, message, status })));
      break;
    }
    case "stream":
      response.setHeader("Content-Type", "text/event-stream; charset=utf-8");
      response.setHeader("Cache-Control", "no-store");
      response.writeHead(200);
      if (request.method === "HEAD") response.end();
      else answer.join(response);
  }
}

function writeContent(request: IncomingMessage, response: ServerResponse, content: Content): void {
  const tag = `"${content.tag}"`;
  response.setHeader("ETag", tag);
  response.setHeader("Cache-Control", "no-cache");
  if (matchesTag(request.headers["if-none-match"], tag)) {
    response.writeHead(304).end();
    return;
  }
  response.setHeader("Content-Type", content.mediaType);
  writeBody(request, response, 200, content.body);
}

function matchesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  const candidates = (ifNoneMatch ?? "").split(",").map((candidate) => candidate.trim().replace(/^W\//, ""));
  return candidates.includes("*") || candidates.includes(tag);
}

function writeBody(request: IncomingMessage, response: ServerResponse, status: number, body: Buffer): void {
  response.setHeader("Content-Length", body.length);
  response.writeHead(status).end(request.method === "HEAD" ? undefined : body);
}

/** The methods that every route answers. */
const methodsAllowed = ["GET", "HEAD"];

/** Finds the route of a request and lets it answer: first the path, then the method. */
async function answerRequest(routes: readonly Route[], method: string, target: string): Promise<Answer> {
  const [path = ""] = target.split("?", 1);
  const route = routes.find((candidate) => leadsTo(candidate, path));
  if (route === undefined)
    return failure(404, "not_found", "Nothing is served here; / leads to the reference.");
  if (!methodsAllowed.includes(method)) {
    return failure(405, "method_not_allowed", "The reference can only be read: GET and HEAD.");
  }
  return route.answer(path.slice(route.path.length));
}

/** The answer where something failed that nobody foresaw; the reason stays on this side. */
const unexpectedFailure: Answer = failure(
  500,
  "internal_error",
  "Something failed here; the terminal of the server shows what.",
);

function leadsTo(route: Route, path: string): boolean {
  return route.below ? path.startsWith(route.path) : path === route.path;
}

function failure(status: number, error: string, message: string): Answer {
  return { kind: "failure", status, error, message };
}

/** Where a server listens, and how it is stopped. */
export type RunningServer = {
  readonly origin: string;
  /** Lets open answers finish within the time given, cuts what is left of them, and takes no more. */
  readonly stop: (graceMs: number) => Promise<void>;
};

/** Serves the routes; rejects where the address cannot be had. */
export async function startServer(
  routes: readonly Route[],
  { port, host }: { readonly port: number; readonly host: string },
  complain: (text: string) => void,
): Promise<RunningServer> {
  const open = new Set<ServerResponse>();
  let stopping = false;
  const server = createServer((request, response) => {
    open.add(response);
    response.once("close", () => open.delete(response));
    // A connection that is kept alive would outlast the last answer of a server that stops.
    if (stopping) response.setHeader("Connection", "close");
    void serve(routes, request, response, complain);
  });
  await listen(server, port, host);
  return { origin: originOf(server, host), stop };

  async function stop(graceMs: number): Promise<void> {
    stopping = true;
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    // Closing takes a connection for idle as soon as its answer is written, though the bytes may still be on their
    // way to the client; what is open now is therefore waited for first.
    await Promise.all([...open].map(waitForClose));
    await new Promise<void>((resolve) => server.close(() => resolve()));
    clearTimeout(cut);
  }
}

async function serve(
  routes: readonly Route[],
  request: IncomingMessage,
  response: ServerResponse,
  complain: (text: string) => void,
): Promise<void> {
  try {
    const answer = await answerRequest(routes, request.method ?? "", request.url ?? "");
    if (answer.kind === "failure" && answer.status === 405) {
      response.setHeader("Allow", methodsAllowed.join(", "));
    }
    writeAnswer(request, response, answer);
  } catch (failure) {
    complain(failure instanceof Error ? (failure.stack ?? failure.message) : String(failure));
    if (response.headersSent) response.destroy();
    else writeAnswer(request, response, unexpectedFailure);
  }
}

function waitForClose(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => response.once("close", () => resolve()));
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host }, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function originOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
