import { spawn } from "node:child_process";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startChild } from "./check-reference.ts";
import { type Fixture, writeFixture } from "./write-fixture.ts";

const entryPath = fileURLToPath(new URL("dev.ts", import.meta.url));

let fixture: Fixture;
beforeEach(async () => {
  fixture = await writeFixture();
});
afterEach(() => fixture.remove());

type Ending = { readonly code: number | null; readonly printed: string; readonly complained: string };

/** Runs the server where it is expected to end by itself. */
function runToEnd(words: string[], environment: Record<string, string> = {}): Promise<Ending> {
  const child = spawn(process.execPath, [entryPath, ...words], { env: { ...process.env, ...environment } });
  let [printed, complained] = ["", ""];
  child.stdout.on("data", (part) => {
    printed += part;
  });
  child.stderr.on("data", (part) => {
    complained += part;
  });
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, printed, complained })));
}

describe("starting", () => {
  test("help is printed, and nothing is served", async () => {
    const ending = await runToEnd(["--help"]);
    expect(ending).toMatchObject({ code: 0, complained: "" });
    expect(ending.printed).toContain("--port");
  });

  test("bad settings end with 2 and one line for each", async () => {
    expect(await runToEnd(["--host", "http://x"], { PORT: "many" })).toEqual({
      code: 2,
      printed: "",
      complained:
        'PORT must be a whole number from 0 to 65535, not "many".\n' +
        '--host must be an IP address or a host name, not "http://x".\n',
    });
  });

  test("a taken port ends with 1 and one line that names the mend", async () => {
    const squatter: Server = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => squatter.once("listening", resolve));
    const { port } = squatter.address() as AddressInfo;
    const ending = await runToEnd(["--document", fixture.documentPath, "--port", String(port)]);
    squatter.close();
    expect(ending).toEqual({
      code: 1,
      printed: "",
      complained: `Port ${port} on 127.0.0.1 is taken; stop what listens there, or choose another: PORT=${port + 1} pnpm dev\n`,
    });
  });

  test("an address of another machine ends with 1 and one line", async () => {
    const ending = await runToEnd(["--document", fixture.documentPath, "--host", "192.0.2.1", "--port", "0"]);
    expect(ending).toMatchObject({
      code: 1,
      complained: expect.stringMatching(/^192\.0\.2\.1 is no address .*\n$/),
    });
  });

  test("a document that does not parse ends with 1 and one line with file and place", async () => {
    await fixture.write("openapi.yaml", "openapi: 3.1.1\ninfo:\n  title: [Orchard\n  version: 1\n");
    const ending = await runToEnd(["--document", fixture.documentPath, "--port", "0"]);
    expect(ending.code).toBe(1);
    expect(ending.complained.split("\n")[0]).toMatch(/openapi\.yaml:\d+:\d+: \S/);
    expect(ending.complained).not.toContain("    at ");
  });

  test("a document that is not there ends with 1 and one line", async () => {
    const ending = await runToEnd(["--document", `${fixture.folder}/none.yaml`, "--port", "0"]);
    expect(ending).toMatchObject({
      code: 1,
      complained: expect.stringMatching(/^\S+none\.yaml:1:1: cannot be read \(ENOENT\)\n$/),
    });
  });
});

describe("running and stopping", () => {
  test("it prints what to open, and who serves the operations", async () => {
    const child = spawn(process.execPath, [entryPath, "--port", "0", "--document", fixture.documentPath]);
    let printed = "";
    await new Promise<void>((resolve) => {
      child.stdout.on("data", (part) => {
        printed += part;
        if (printed.includes("Ctrl+C")) resolve();
      });
    });
    child.kill("SIGTERM");
    expect(printed).toMatch(/Orchard & Sons 0\.3\.0: the reference is at http:\/\/127\.0\.0\.1:\d+\/docs\n/);
    expect(printed).toContain("The operations themselves are served by npm start.");
  });

  test("asked to stop, it ends with 0", async () => {
    const child = await startChild(
      entryPath,
      ["--port", "0", "--document", fixture.documentPath],
      process.env,
    );
    expect((await fetch(`${child.origin}/healthz`)).status).toBe(200);
    expect(await child.stop()).toBe(0);
    expect(child.complaints()).toBe("");
  });

  test("a connection that says nothing cannot keep it from ending", async () => {
    const child = await startChild(
      entryPath,
      ["--port", "0", "--document", fixture.documentPath],
      process.env,
    );
    const { hostname, port } = new URL(child.origin);
    const silent = connect({ host: hostname, port: Number(port) });
    silent.on("error", () => silent.destroy());
    await new Promise((resolve) => silent.once("connect", resolve));
    silent.write("GET /docs HTTP/1.1\r\n");
    expect(await child.stop()).toBe(0);
  }, 10_000);

  test("an answer that is under way is finished before it ends", async () => {
    const child = await startChild(
      entryPath,
      ["--port", "0", "--document", fixture.documentPath],
      process.env,
    );
    const answer = await fetch(`${child.origin}/docs/scalar.js`, {
      headers: { "accept-encoding": "identity" },
    });
    const ended = child.stop();
    const script = await answer.text();
    expect(script.length).toBeGreaterThan(4_000_000);
    expect(await ended).toBe(0);
  }, 10_000);
});
