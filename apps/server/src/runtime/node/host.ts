import type { Server as HttpServer } from "node:http";
import { type AddressInfo, Server } from "node:net";
import { setImmediate } from "node:timers/promises";

/** What a runtime that has the modules of Node does in a way of its own. */
export type Host = {
  /** Its name and version, as the log and the metrics tell them. */
  readonly runtime: { readonly name: string; readonly version: string };
  /** Has a request that its client broke off in the middle reported by `clientError`, where the server does not do so by itself. */
  readonly tellBrokenOff: (server: HttpServer) => void;
  /** Resolves once those were let in whom the kernel had connected, and says how many connections of ours it took. */
  readonly letIn: (server: HttpServer, address: AddressInfo) => Promise<number>;
  /** Lets nobody in any more, and nothing else: connections that are there stay, idle ones too, until told otherwise. */
  readonly stopListening: (server: HttpServer, told: () => void) => void;
};

/** The ways of Node. */
export const nodeHost: Host = {
  runtime: { name: "node", version: process.versions.node },
  tellBrokenOff: () => {},
  // Node takes in one a turn, so a turn in which none came shows that none waits.
  letIn: async () => {
    await setImmediate();
    return 0;
  },
  // The way of a server of HTTP to close ends idle connections as well, and with them requests on their way.
  stopListening: (server, told) => void Server.prototype.close.call(server, told),
};
