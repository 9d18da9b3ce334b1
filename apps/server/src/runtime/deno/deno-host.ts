import { type Host, nodeHost } from "../node/host.ts";
import { knock } from "../node/knock.ts";
import { tellBrokenOff } from "./tell-broken-off.ts";

/** The ways of Deno, which lets callers in when it comes to that, and not one a turn. */
export const denoHost: Host = {
  runtime: { name: "deno", version: process.versions["deno"] ?? "" },
  tellBrokenOff,
  letIn: knock,
  stopListening: nodeHost.stopListening,
};
