import { runServer } from "../node/run-server.ts";
import { bunHost } from "./host.ts";

await runServer(bunHost);
