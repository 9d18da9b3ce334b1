import type { Server } from "node:http";
import { type Host, nodeHost, openProbe } from "../node/host.ts";

/** The implementation for Deno, which does not accept one connection per turn. */
export const denoHost: Host = {
  runtime: { name: "deno", version: process.versions["deno"] ?? "" },
  reportAborted,
  acceptPending: openProbe,
  stopListening: nodeHost.stopListening,
};

/** The HTTP parser of a socket, an undocumented property of `node:http`. */
type Parser = { finish: () => unknown };

/**
 * Makes an aborted request emit `clientError`. For a connection that ends within a request, Deno's parser
 * returns a negative number, but its server expects an error as in Node. If a later Deno returns an error or
 * hides its parser, this changes nothing.
 */
function reportAborted(server: Server): void {
  server.once("connection", (socket) => {
    const parser: unknown = Reflect.get(socket, "parser");
    if (!isParser(parser)) return;
    const prototype: Parser = Object.getPrototypeOf(parser);
    const { finish } = prototype;
    prototype.finish = function (this: Parser): unknown {
      const result = finish.call(this);
      return typeof result === "number" && result < 0 ? makeError() : result;
    };
  });
}

function isParser(value: unknown): value is Parser {
  return typeof value === "object" && value !== null && typeof Reflect.get(value, "finish") === "function";
}

function makeError(): Error {
  return Object.assign(new Error("Parse Error"), { code: "HPE_INVALID_EOF_STATE" });
}
