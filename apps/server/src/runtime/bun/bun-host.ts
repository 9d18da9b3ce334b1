import { type Host, nodeHost } from "../node/host.ts";
import { knock } from "../node/knock.ts";
import { wait } from "../node/wait.ts";
import { stopListeningOnBun } from "./stop-listening-on-bun.ts";

/** As long as nobody may come before the door is closed. */
const stillMs = 50;

/** The ways of Bun, which has the modules of Node on a server of its own. */
export const bunHost: Host = {
  runtime: { name: "bun", version: process.versions["bun"] ?? "" },
  tellBrokenOff: nodeHost.tellBrokenOff,
  // Bun has the kernel keep back callers until they say something, and closing resets who begins to at that moment. Who has
  // been waiting for their answers has come again by then, so that a while in which nobody came makes it unlikely.
  letIn: async (server, address) => {
    await wait(stillMs);
    return knock(server, address);
  },
  stopListening: stopListeningOnBun,
};
