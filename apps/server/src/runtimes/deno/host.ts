import type { Server } from "node:http";
import { type Host, knock, nodeHost } from "../node/drain.ts";

/** Deno, which does not accept one connection a turn. */
export const denoHost: Host = {
  runtime: { name: "deno", version: process.versions["deno"] ?? "" },
  tellBrokenOff,
  letIn: knock,
  stopListening: nodeHost.stopListening,
};

/** What reads requests off a connection; the server of `node:http` keeps it with the socket, undocumented. */
type Parser = { finish: () => unknown };

/**
 * Has a request that its client broke off reported as a `clientError`. Where a connection ends in the middle of one, Deno's
 * parser says so by a number below 0, where Node's gives an error and the server, which is written like Node's, looks for one.
 * Where a later Deno gives one too, or hides its parser better, nothing is changed.
 */
function tellBrokenOff(server: Server): void {
  server.once("connection", (socket) => {
    const parser: unknown = Reflect.get(socket, "parser");
    if (!isParser(parser)) return;
    const ways: Parser = Object.getPrototypeOf(parser);
    const { finish } = ways;
    ways.finish = function (this: Parser): unknown {
      const told = finish.call(this);
      return typeof told === "number" && told < 0 ? makeError() : told;
    };
  });
}

function isParser(value: unknown): value is Parser {
  return typeof value === "object" && value !== null && typeof Reflect.get(value, "finish") === "function";
}

/** As Node's parser has it. */
function makeError(): Error {
  return Object.assign(new Error("Parse Error"), { code: "HPE_INVALID_EOF_STATE" });
}
