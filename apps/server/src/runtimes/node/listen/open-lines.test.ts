import { spawn } from "node:child_process";
import { once } from "node:events";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { Registry } from "prom-client";
import { describe, expect, test } from "vitest";
import { parseExposition } from "../../../testing/parse-exposition.ts";
import { openLines } from "../observe/log.ts";

async function droppedOf(registry: Registry): Promise<number | undefined> {
  const families = parseExposition(await registry.metrics());
  return families.get("oms_log_lines_dropped_total")?.samples[0]?.value;
}

describe("for a reader that has stopped reading", () => {
  const stall = () => {
    const taken: string[] = [];
    let go = (): void => undefined;
    const stream = new Writable({
      decodeStrings: false,
      write: (chunk: string, _encoding, done) => {
        taken.push(chunk);
        go = done;
      },
    });
    return { stream, taken, goOn: () => go() };
  };

  test("buffers up to the limit and counts dropped lines", async () => {
    const { stream } = stall();
    const registry = new Registry();
    const write = openLines(stream, registry, 1_000);
    for (let count = 0; count < 10_000; count += 1) write("0123456\n0123456\n0123456\n0123456\n0123456\n");
    expect(stream.writableLength).toBe(1_000);
    expect(await droppedOf(registry)).toBe(50_000 - 125);
  });

  test("continues with whole lines as soon as there is room", async () => {
    const { stream, taken, goOn } = stall();
    const registry = new Registry();
    const write = openLines(stream, registry, 10);
    write("first\n");
    write("second\n");
    goOn();
    await new Promise(setImmediate);
    write("third\n");
    expect(taken).toEqual(["first\n", "third\n"]);
    expect(await droppedOf(registry)).toBe(1);
  });
});

describe("a process whose output is a pipe", () => {
  const start = (script: string) => {
    const module = JSON.stringify(fileURLToPath(new URL("../observe/log.ts", import.meta.url)));
    const head = `
      import { Registry } from "prom-client";
      import { openLines } from ${module};
      const registry = new Registry();
      const write = openLines(process.stdout, registry);`;
    const words = ["--input-type=module", "-e", `${head}${script}`];
    const cwd = import.meta.dirname;
    return spawn(process.execPath, words, { cwd, stdio: ["ignore", "pipe", "pipe"], timeout: 20_000 });
  };

  test("continues and counts dropped lines if the reader goes away", async () => {
    const child = start(`
      write("ready\\n");
      let count = 0;
      const timer = setInterval(async () => {
        write("line\\n");
        count += 1;
        if (count < 50) return;
        clearInterval(timer);
        process.stderr.write(await registry.metrics());
      }, 5);`);
    await once(child.stdout, "data");
    child.stdout.destroy();
    const said = await text(child.stderr);
    expect(said).toMatch(/^oms_log_lines_dropped_total [1-9]\d*$/m);
    if (child.exitCode === null) await once(child, "exit");
    expect(child.exitCode).toBe(0);
  });

  test("keeps memory and event loop lag low while the reader sleeps", async () => {
    const child = start(`
      const line = "x".repeat(65_535) + "\\n";
      for (let count = 0; count < 4_000; count += 1) {
        write(line);
        if (count % 100 === 0) await new Promise(setImmediate);
      }
      process.stderr.write(JSON.stringify({ waiting: process.stdout.writableLength, rss: process.memoryUsage().rss }));
      process.exit(0);`);
    const { waiting, rss } = JSON.parse(await text(child.stderr));
    expect(waiting).toBeLessThanOrEqual(8 * 1_048_576);
    expect(rss).toBeLessThan(160 * 1_048_576);
  });
});
