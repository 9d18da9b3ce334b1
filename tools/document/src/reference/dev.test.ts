import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { followDocument } from "./follow-document.ts";
import { runReference } from "./run-reference.ts";
import { documentText, type Fixture, writeFixture } from "./write-fixture.ts";

/** The reference with following, in this process, with two small scripts in the place of generator and check. */
type Following = {
  readonly origin: string;
  readonly printed: string[];
  readonly complained: string[];
  readonly events: string[];
  readonly stop: () => Promise<number>;
};

let fixture: Fixture;
let following: Following;

beforeEach(async () => {
  fixture = await writeFixture();
  await fixture.write("generate.ts", "export {};\n");
  await fixture.write("check.ts", "export {};\n");
  following = await follow();
});
afterEach(async () => {
  expect(await following.stop()).toBe(0);
  await fixture.remove();
});

async function follow(): Promise<Following> {
  const [printed, complained]: [string[], string[]] = [[], []];
  let stop = (): void => undefined;
  const stopAsked = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const print = (line: string): void => void printed.push(line);
  const complain = (line: string): void => void complained.push(line);
  const companion = followDocument({
    steps: [
      { name: "generate", scriptPath: join(fixture.folder, "generate.ts") },
      { name: "document", scriptPath: join(fixture.folder, "check.ts") },
    ],
    stepsDocumentPath: fixture.documentPath,
    workingFolder: fixture.folder,
    print,
    complain,
  });
  const ended = runReference(
    {
      words: ["--port", "0"],
      environment: {},
      workingFolder: fixture.folder,
      documentPathDefault: fixture.documentPath,
      pageScriptPath: "",
      print,
      complain,
      stopAsked,
    },
    companion,
  );
  await expect
    .poll(() => printed, { timeout: 20_000 })
    .toContain("Changes of the document and its examples are followed.");
  const origin = /http:\S+(?=\/docs)/.exec(printed.join("\n"))?.[0] ?? "";
  const events = await listen(origin);
  return { origin, printed, complained, events, stop: stopAndWait };

  function stopAndWait(): Promise<number> {
    stop();
    return ended;
  }
}

/** Waits at the server as an open page does. */
async function listen(origin: string): Promise<string[]> {
  const events: string[] = [];
  const { body } = await fetch(`${origin}/changes`);
  void (async () => {
    for await (const part of body ?? []) {
      const text = Buffer.from(part).toString("utf8");
      events.push(...text.split("\n").filter((line) => line.startsWith("event:")));
    }
  })();
  return events;
}

describe("following the document", () => {
  test("the page waits for word of changes, by a script of its own", async () => {
    expect(await (await fetch(`${following.origin}/docs`)).text()).toContain('src="/docs/follow-changes.js"');
    expect(await (await fetch(`${following.origin}/docs/follow-changes.js`)).text()).toContain("EventSource");
  });

  test("a changed document is generated from, checked, and shown anew, each in one line with its time", async () => {
    await fixture.write("openapi.yaml", documentText.replace("0.3.0", "0.4.0"));
    await expect.poll(() => following.events, { timeout: 20_000 }).toEqual(["event: change"]);
    expect(following.printed.slice(-2)).toEqual([
      expect.stringMatching(/^generate: done in \d+ ms$/),
      expect.stringMatching(/^document: done in \d+ ms$/),
    ]);
    expect(await (await fetch(`${following.origin}/openapi.yaml`)).text()).toContain("0.4.0");
  });

  test("a changed example reloads the page too", async () => {
    await fixture.write("examples/list-trees/200.json", "{}");
    await expect.poll(() => following.events, { timeout: 20_000 }).toEqual(["event: change"]);
  });

  test("a file that is neither document nor example changes nothing", async () => {
    const lines = following.printed.length;
    await fixture.write("published.yaml", "openapi: 3.1.1\n");
    await fixture.write("openapi.yaml.swp", "swap");
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(following.printed).toHaveLength(lines);
    expect(following.events).toEqual([]);
  });

  test("a step that fails says why, and the others still run", async () => {
    await fixture.write("generate.ts", 'console.error("openapi.yaml:3:1: no");\nprocess.exitCode = 1;\n');
    await fixture.write("openapi.yaml", documentText.replace("0.3.0", "0.4.0"));
    await expect.poll(() => following.printed.at(-1), { timeout: 20_000 }).toMatch(/^document: done/);
    expect(following.complained).toEqual([
      expect.stringMatching(/^generate: failed after \d+ ms\n {2}openapi\.yaml:3:1: no$/),
    ]);
  });

  test("a document that is broken does not reload the page", async () => {
    await fixture.write("openapi.yaml", documentText.replace("paths:", "paths: ["));
    await expect
      .poll(() => following.complained.join("\n"), { timeout: 20_000 })
      .toContain("is broken; /openapi.json stays");
    expect(following.events).toEqual([]);
    expect((await fetch(`${following.origin}/openapi.json`)).status).toBe(200);
  });
});
