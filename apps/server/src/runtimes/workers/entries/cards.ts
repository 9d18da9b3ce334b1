import { waitUntil } from "cloudflare:workers";
import { edgeModules } from "@trading-oms/id-card/edge/modules";
import { createCardWorker } from "../create-card-worker.ts";

export default createCardWorker({ modules: edgeModules, waitUntil, writeLine: (line) => console.log(line) });
