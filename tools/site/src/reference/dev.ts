import { execFile } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { createAdaptorServer } from "@hono/node-server";
import { documents, type Output, openapiFolder, readCommand } from "@trading-oms/spec";
import { Hono } from "hono";
import { etag } from "hono/etag";
import { streamSSE } from "hono/streaming";
import { gatherDocuments } from "./documents.ts";

const usage = `Serves the OpenAPI documents and their reference page, and follows every change of them. The operations are not served.

  --port PORT     where to listen; 0 takes any free port         (or PORT; 8787)
  --host HOST     an IP address or a host name of this machine   (or HOST; 127.0.0.1)
  --from FOLDER   the folder of the documents and their examples (openapi)
  --help          this text

Exit codes: 0 asked to stop, 1 cannot serve, 2 used wrongly.`;

const repository = resolve(import.meta.dirname, "../../../..");

/** The scripts that run after each change of the repository's documents. */
const ownSteps = ["generate/generate.ts", "rules/check.ts"].map((path) =>
  join(repository, "tools/spec/src", path),
);

async function dev(words: readonly string[], output: Output): Promise<number> {
  const { PORT, HOST } = process.env;
  const options = {
    port: { type: "string", default: PORT || "8787" },
    host: { type: "string", default: HOST || "127.0.0.1" },
    from: { type: "string", default: openapiFolder },
  } as const;
  const command = readCommand({ words, options, usage, output });
  if ("exitCode" in command) return command.exitCode;
  const { port, host, from } = command.values;
  const folder = resolve(from);
  const stopAsked = Promise.race([once(process, "SIGTERM"), once(process, "SIGINT")]);
  try {
    const steps = folder === openapiFolder ? ownSteps : [];
    const following = await followDocuments({ folder, port: Number(port), host, steps, output });
    await stopAsked;
    following.stop();
    return 0;
  } catch (failure) {
    output.error(failure instanceof Error ? failure.message : String(failure));
    return 1;
  }
}

type Settings = {
  readonly folder: string;
  readonly port: number;
  readonly host: string;
  /** Scripts to run after each change. */
  readonly steps: readonly string[];
  readonly output: Output;
};

/** The operations are served by `npm start`. */
const pageOptions = { followsChanges: true, baseServerURL: "http://127.0.0.1:8787" };

/** Editors write in several steps; a change is complete after this long without one. */
const quietMs = 120;

/** Serves the documents of a folder, their page and examples. While one is broken, the last valid state is served. */
export async function followDocuments({ folder, port, host, steps, output }: Settings) {
  const first = await gatherDocuments(folder, pageOptions);
  if (first.kind === "faulty") throw new Error(first.faults.join("\n"));
  let { documents: served } = first;
  const pages = new Set<() => void>();
  const app = new Hono();
  app.get("/", (c) => c.redirect("/docs"));
  app.get("/changes", (c) =>
    streamSSE(c, async (stream) => {
      const reload = (): void => void stream.writeSSE({ event: "change", data: "document" });
      pages.add(reload);
      // A page that has lost the server reconnects after this many milliseconds.
      await stream.write("retry: 500\n\n");
      await new Promise<void>((settle) => stream.onAbort(settle));
      pages.delete(reload);
    }),
  );
  app.get("*", etag(), (c) => {
    const found = served.find(({ pathname }) => pathname === c.req.path);
    if (found === undefined) return c.json({ error: "not_found" }, 404);
    const headers = { "Content-Type": found.mediaType, "Cache-Control": "no-cache", ...found.headers };
    return c.body(new Uint8Array(found.body), 200, headers);
  });

  const server = createAdaptorServer({ fetch: app.fetch });
  server.listen(port, host);
  await once(server, "listening");
  const address = server.address();
  const origin = `http://${host.includes(":") ? `[${host}]` : host}:${address instanceof Object ? address.port : port}`;
  output.log(`${first.title}: the reference is at ${origin}/docs`);
  const paths = documents.map(({ file }) => `${origin}/${file}`);
  output.log(`The documents are at ${paths.join(" and ")}, and the same as .json`);
  output.log("The operations themselves are served by npm start. Ctrl+C stops.");

  async function renew(): Promise<void> {
    for (const step of steps) await runStep(step, output);
    const next = await gatherDocuments(folder, pageOptions);
    if (next.kind === "faulty") {
      for (const fault of next.faults) output.error(fault);
      output.error(`${relative(process.cwd(), folder)} is broken; the page stays at the last good state.`);
      return;
    }
    served = next.documents;
    for (const reload of pages) reload();
  }

  let quiet: NodeJS.Timeout | undefined;
  let renewing = Promise.resolve();
  // Watches the folder, because editors replace a file instead of writing into it.
  const watcher = watch(folder, { recursive: true }, (_event, changed) => {
    const isPart =
      documents.some(({ file }) => file === changed) || /^examples\b.*\.json$/.test(changed ?? "");
    if (!isPart) return;
    clearTimeout(quiet);
    quiet = setTimeout(() => {
      renewing = renewing.then(renew);
    }, quietMs);
  });
  const stop = (): void => {
    clearTimeout(quiet);
    watcher.close();
    server.close();
    if ("closeAllConnections" in server) server.closeAllConnections();
  };
  return { origin, stop };
}

/** Runs a step. Prints one line if it succeeds, and its output if it fails. */
async function runStep(script: string, output: Output): Promise<void> {
  const name = basename(script, ".ts");
  const began = performance.now();
  const said = await promisify(execFile)(process.execPath, [script], { cwd: repository }).then(
    () => undefined,
    ({ stdout = "", stderr = "" }) => `${stdout}${stderr}`.trimEnd(),
  );
  const elapsed = `${Math.round(performance.now() - began)} ms`;
  if (said === undefined) output.log(`${name}: done in ${elapsed}`);
  else output.error(`${name}: failed after ${elapsed}\n${said.replaceAll(/^/gm, "  ")}`);
}

if (import.meta.main) process.exitCode = await dev(process.argv.slice(2), console);
