import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { answerRequest, methodsAllowed, unexpectedFailure } from "./answer-request.ts";
import type { Route } from "./list-routes.ts";
import { writeAnswer } from "./write-answer.ts";

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
