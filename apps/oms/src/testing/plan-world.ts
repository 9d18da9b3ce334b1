import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DurableStore } from "@trading-oms/brokerage/ports";
import type { World } from "../cli/command.ts";
import { openStore } from "../cli/database.ts";
import { runOms } from "../run-oms.ts";

/** The outcome of one command line. */
type Run = { readonly exitCode: number; readonly stdout: string; readonly stderr: string };

/** A temporary data folder, and a command line that works on its database. */
export type PlannedWorld = {
  readonly oms: (line: string | readonly string[], changes?: Partial<World>) => Promise<Run>;
  /** Runs a command with `--json` and parses its output. */
  readonly json: (line: string) => Promise<unknown>;
  /** Accesses the database directly, as a server would. */
  readonly withStore: <Result>(use: (store: DurableStore) => Promise<Result>) => Promise<Result>;
  readonly pathOf: (name: string) => string;
  /** Writes a file and returns its path. */
  readonly write: (name: string, content: string | Uint8Array) => Promise<string>;
  /** Copies this world, which is independent of the copy afterwards. */
  readonly copy: () => Promise<PlannedWorld>;
  readonly clean: () => Promise<void>;
};

/** 10:00 on 2 June 2025 in Vietnam. */
export const plannedAtMs: number = Date.UTC(2025, 5, 2, 3);

/** Makes a world with an empty database in a new folder, at a fixed time. */
export async function planWorld(idsMadeBefore = 0): Promise<PlannedWorld> {
  const folder = await mkdtemp(join(tmpdir(), "oms-"));
  const database = { engine: "sqlite", path: join(folder, "oms.sqlite") } as const;
  await (await openStore(database, { mayCreate: true })).close();
  let idCount = idsMadeBefore;
  const oms = async (line: string | readonly string[], changes: Partial<World> = {}): Promise<Run> => {
    const words = typeof line === "string" ? line.split(" ").filter(Boolean) : line;
    const said = { stdout: "", stderr: "" };
    const outputOn = (name: keyof typeof said) => ({
      write: (text: string) => {
        said[name] += text;
      },
      isTerminal: false,
    });
    const exitCode = await runOms(words, {
      environment: { DATA_DIR: folder },
      stdin: streamOf(""),
      stdout: outputOn("stdout"),
      stderr: outputOn("stderr"),
      now: () => plannedAtMs,
      makeId: () => {
        idCount += 1;
        return `TX-${idCount}`;
      },
      fetch: () => Promise.reject(new TypeError("There is no server in this world.")),
      onStop: () => () => {},
      ...changes,
    });
    return { exitCode, ...said };
  };
  return {
    oms,
    json: async (line) => JSON.parse((await oms(`${line} --json`)).stdout),
    withStore: async (use) => {
      const store = await openStore(database);
      try {
        return await use(store);
      } finally {
        await store.close();
      }
    },
    pathOf: (name) => join(folder, name),
    write: async (name, content) => {
      await writeFile(join(folder, name), content, { mode: 0o600 });
      return join(folder, name);
    },
    copy: async () => {
      const other = await planWorld(idCount);
      await cp(folder, other.pathOf(""), { recursive: true });
      return other;
    },
    clean: () => rm(folder, { recursive: true }),
  };
}

/** A standard input with the given text. */
export async function* streamOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
