import { runServer } from "../node/run-server.ts";
import { denoHost } from "./host.ts";

await runServer(denoHost);
