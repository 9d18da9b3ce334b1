import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Fault, printFault } from "../parse-yaml.ts";
import { describeProcess } from "./describe-process.ts";
import { holdDocument } from "./hold-document.ts";
import { loadPageScript } from "./page.ts";
import { announceChanges } from "./run-reference.ts";
import { listRoutes, startServer } from "./serve.ts";
import { type Fixture, writeFixture } from "./write-fixture.ts";

/** The fixture, served on a free port, with all that the server said meanwhile. */
export type ServedFixture = {
  readonly fixture: Fixture;
  readonly origin: string;
  readonly said: string[];
  readonly close: () => Promise<void>;
};

/** Serves a fresh fixture by the very server that `pnpm dev` runs. */
export async function serveFixture(): Promise<ServedFixture> {
  const fixture = await writeFixture();
  const changes = announceChanges();
  const said: string[] = [];
  const holding = await holdDocument({
    path: fixture.documentPath,
    name: "openapi.yaml",
    tellFaults: (faults: readonly Fault[]) => said.push(...faults.map(printFault)),
    tellMended: () => said.push("mended"),
  });
  if (holding.kind === "faulty") throw new Error(holding.faults.map(printFault).join("\n"));
  const { pageScriptPath } = describeProcess(process, fileURLToPath(import.meta.url));
  const routes = listRoutes({
    held: holding.held,
    examplesPath: join(fixture.folder, "examples"),
    loadPageScript: loadPageScript(pageScriptPath),
    joinChanges: changes.join,
  });
  const server = await startServer(routes, { port: 0, host: "127.0.0.1" }, (text) => void said.push(text));
  const close = async (): Promise<void> => {
    changes.close();
    await server.stop(500);
    await fixture.remove();
  };
  return { fixture, origin: server.origin, said, close };
}
