import { execFile } from "node:child_process";
import * as files from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { test as base, describe, expect } from "vitest";
import { type AddedKey, addKey, ensureKeys, retireKey, signWith } from "./change-keys.ts";
import { checkPrivacy, type Files, type KeyFile, openKeyFile } from "./key-file.ts";
import { KeysFault } from "./key-source.ts";
import { signingKeyOf } from "./keys.ts";
import { fileKeys } from "./renewed-keys.ts";
import { bearerBy, planClock, planKey, plannedAtMs, planVerifier } from "./testing/plan-access.ts";

let idCount = 0;
const now = () => plannedAtMs;

const withoutLinks = { link: () => Promise.reject(Object.assign(new Error("no"), { code: "EPERM" })) };

function openIn(folder: string, changes: Partial<Files> = {}): KeyFile {
  const makeId = () => {
    idCount += 1;
    return `id-${idCount}`;
  };
  return openKeyFile({
    folder,
    files: { ...files, ...changes },
    uid: process.getuid?.(),
    makeId,
    wait: setTimeout,
  });
}

async function keyIdsIn(folder: string): Promise<string[]> {
  const found = await openIn(folder).read();
  return found.kind === "keys" ? found.jwks.keys.map(({ kid }) => String(kid)).toSorted() : [];
}

function keyIdOf(added: AddedKey): string {
  return added.kind === "added" ? added.key.kid : added.code;
}

const test = base.extend<{ folder: string }>({
  // Vitest requires a destructuring pattern here, from which it reads the fixtures in use.
  folder: async ({ task: _task }, use) => {
    const folder = await files.mkdtemp(join(tmpdir(), "access-"));
    await use(join(folder, "data"));
    await files.rm(folder, { recursive: true });
  },
});

describe("a key file", () => {
  test("is made at the first start, readable by its owner only, and unchanged at the next", async ({
    folder,
  }) => {
    const file = openIn(folder);
    const made = await ensureKeys({ file, now });
    expect(made).toMatchObject({ kind: "keys", isNew: true, jwks: { keys: [{ alg: "ES256" }] } });
    expect((await files.stat(file.path)).mode & 0o777).toBe(0o600);
    expect((await files.stat(folder)).mode & 0o777).toBe(0o700);
    expect(await ensureKeys({ file, now })).toEqual({ ...made, isNew: false });
    expect(await files.readdir(folder)).toEqual(["keys.json"]);
  });

  test.for([
    ["", {}],
    [" without hard links", withoutLinks],
  ] as const)(
    "is made once by ten concurrent starts%s, which all get the same keys",
    async ([, changes], { folder }) => {
      const made = await Promise.all(
        Array.from({ length: 10 }, () => ensureKeys({ file: openIn(folder, changes), now })),
      );
      expect(made.filter((each) => each.kind === "keys" && each.isNew)).toHaveLength(1);
      const left = await openIn(folder).read();
      for (const each of made) expect(each).toMatchObject(left);
      expect(await files.readdir(folder)).toEqual(["keys.json"]);
    },
  );

  test("is not overwritten on a file system without hard links", async ({ folder }) => {
    const link = () => Promise.reject(Object.assign(new Error("no"), { code: "ENOTSUP" }));
    const file = openIn(folder, { link });
    expect(await file.create({ keys: [await planKey()] })).toBe("written");
    expect(await file.create({ keys: [await planKey()] })).toBe("moved");
  });

  test("stays absent when the disk is full, and no other file is left", async ({ folder }) => {
    const full = Object.assign(new Error("full"), { code: "ENOSPC" });
    const open: Files["open"] = async (path, flags, mode) => {
      const handle = await files.open(path, flags, mode);
      const sync = () => Promise.reject(full);
      return flags === "wx"
        ? { writeFile: (text) => handle.writeFile(text), sync, close: () => handle.close() }
        : handle;
    };
    await expect(ensureKeys({ file: openIn(folder, { open }), now })).rejects.toBe(full);
    expect(await files.readdir(folder)).toEqual([]);
  });

  test("that is not valid is reported and left unchanged", async ({ folder }) => {
    const file = openIn(folder);
    for (const [text, issue] of [
      ['{"keys":', "It is not valid JSON"],
      [
        JSON.stringify({ keys: [await planKey(), { kty: "oct", k: "AA" }] }),
        "1 of its keys are not for signing",
      ],
    ] as const) {
      await files.mkdir(folder, { recursive: true });
      await files.writeFile(file.path, text, { mode: 0o600 });
      expect(await ensureKeys({ file, now })).toEqual({
        kind: "faulty",
        issues: [expect.stringContaining(issue)],
      });
      expect(await addKey({ file, algorithm: "ES256", now })).toMatchObject({ code: "keys_faulty" });
      expect(await retireKey(file, "k")).toMatchObject({ code: "keys_faulty" });
      expect(await files.readFile(file.path, "utf8")).toBe(text);
    }
  });

  test.runIf(process.getuid !== undefined)(
    "that other users can read is refused with the chmod that helps",
    async ({ folder }) => {
      const file = openIn(folder);
      await ensureKeys({ file, now });
      for (const mode of [0o640, 0o604, 0o660]) {
        await files.chmod(file.path, mode);
        expect(await ensureKeys({ file, now })).toEqual({
          kind: "faulty",
          issues: [`Users other than its owner can read it: run chmod 600 ${file.path}`],
        });
      }
      await files.chmod(file.path, 0o400);
      expect(await ensureKeys({ file, now })).toMatchObject({ kind: "keys" });
    },
  );

  test("that root owns may be readable by its group, as secrets in a container are", () => {
    const judge = (mode: number, uid: number, ownUid: number | undefined) =>
      checkPrivacy("/run/keys.json", { mode: 0o100_000 | mode, uid }, ownUid);
    expect(judge(0o440, 0, 10_001)).toBeUndefined();
    expect(judge(0o444, 0, 10_001)).toBe(
      "Users other than its owner can read it: run chmod 640 /run/keys.json",
    );
    expect(judge(0o440, 10_001, 10_001)).toContain("chmod 600");
    expect(judge(0o440, 0, 0)).toContain("chmod 600");
    expect(judge(0o666, 0, undefined)).toBeUndefined();
  });

  test("that cannot be read is an error and is not replaced", async ({ folder }) => {
    const denied = Object.assign(new Error("denied"), { code: "EACCES" });
    const file = openIn(folder, { readFile: () => Promise.reject(denied) });
    await expect(ensureKeys({ file, now })).rejects.toBe(denied);
  });
});

describe("rotation", () => {
  test("an added key signs when it is chosen, and earlier keys are kept", async ({ folder }) => {
    const file = openIn(folder);
    const added = [];
    for (const algorithm of ["ES256", "EdDSA"] as const) {
      const each = await addKey({ file, algorithm, now });
      if (each.kind === "added") added.push(each.key);
    }
    expect(await file.read()).toEqual({ kind: "keys", jwks: { keys: added.toReversed() } });
    const signing = async () => {
      const read = await file.read();
      return read.kind === "keys" && signingKeyOf(read.jwks);
    };
    expect(await signing()).toMatchObject({ alg: "ES256" });
    expect(await signWith(file, added[1]?.kid ?? "")).toMatchObject({ kind: "chosen" });
    expect(await signing()).toMatchObject({ alg: "EdDSA" });
    expect(await signWith(file, "k")).toMatchObject({ code: "key_unknown" });
    expect((await files.stat(file.path)).mode & 0o777).toBe(0o600);
  });

  test("a key is retired unless it is unknown or the last signing key", async ({ folder }) => {
    const [older, newer] = [await planKey(), await planKey()];
    const file = openIn(folder);
    expect(await retireKey(file, older.kid)).toMatchObject({ code: "key_unknown" });
    await file.create({ keys: [older, newer] });
    expect(await retireKey(file, "k")).toMatchObject({ code: "key_unknown" });
    expect(await retireKey(file, newer.kid)).toEqual({
      kind: "retired",
      key: newer,
      signingKeyId: older.kid,
    });
    expect(await retireKey(file, older.kid)).toMatchObject({ code: "key_needed" });
    expect(await file.read()).toEqual({ kind: "keys", jwks: { keys: [older] } });
  });

  test("a change between read and write is kept, and the later change adds to it", async ({ folder }) => {
    const [one, two] = [await planKey(), await planKey()];
    const file = openIn(folder);
    await file.create({ keys: [one] });
    const readFile: Files["readFile"] = async (path, encoding) => {
      const text = await files.readFile(path, encoding);
      const other = openIn(folder);
      const found = await other.read();
      if (found.kind === "keys" && found.jwks.keys.length === 1)
        await other.replace({ keys: [one, two] }, found.jwks);
      return text;
    };
    const late = openIn(folder, { readFile });
    const added = await addKey({ file: late, algorithm: "ES256", now });
    if (added.kind !== "added") throw new Error(added.message);
    expect(await file.read()).toEqual({ kind: "keys", jwks: { keys: [one, added.key, two] } });
  });

  test.for([
    ["", {}],
    [" without hard links", withoutLinks],
  ] as const)(
    "eight concurrent additions and one retirement all take effect%s",
    async ([, changes], { folder }) => {
      const [older, newer] = [await planKey(), await planKey()];
      await openIn(folder).create({ keys: [older, newer] });
      const [retired, ...added] = await Promise.all([
        retireKey(openIn(folder, changes), older.kid),
        ...Array.from({ length: 8 }, () =>
          addKey({ file: openIn(folder, changes), algorithm: "ES256", now }),
        ),
      ]);
      expect(retired).toMatchObject({ kind: "retired", key: older });
      expect(await keyIdsIn(folder)).toEqual([newer.kid, ...added.map(keyIdOf)].toSorted());
      expect(await files.readdir(folder)).toEqual(["keys.json"]);
    },
  );

  test("concurrent additions by several processes all take effect", async ({ folder }) => {
    const worker = fileURLToPath(new URL("testing/add-keys.worker.ts", import.meta.url));
    const runs = await Promise.all(
      Array.from({ length: 3 }, () => promisify(execFile)(process.execPath, [worker, folder, "5"])),
    );
    const added = runs.flatMap(({ stdout }) => stdout.trim().split("\n"));
    expect(added).toHaveLength(15);
    expect(await keyIdsIn(folder)).toEqual(added.toSorted());
  });

  test("an abandoned lock is reported after ten seconds, and nothing changes", async ({ folder }) => {
    const key = await planKey();
    await openIn(folder).create({ keys: [key] });
    const lock = join(folder, "keys.json.lock");
    await files.writeFile(lock, "");
    let waitedMs = 0;
    const wait = async (milliseconds: number) => {
      waitedMs += milliseconds;
    };
    const file = openKeyFile({ folder, files, uid: process.getuid?.(), makeId: () => "id", wait });
    expect(await addKey({ file, algorithm: "ES256", now })).toEqual({
      kind: "refused",
      code: "keys_locked",
      message: `${lock} has existed for 10 s. It means that the keys are being changed: if no change is running, delete it and try again.`,
    });
    expect(waitedMs).toBe(10_000);
    expect(await keyIdsIn(folder)).toEqual([key.kid]);
    expect((await files.readdir(folder)).toSorted()).toEqual(["keys.json", "keys.json.lock"]);
  });

  test("a running server accepts a new key at once and a retired one for at most ten seconds", async ({
    folder,
  }) => {
    const clock = planClock();
    const file = openIn(folder);
    const first = await planKey();
    await file.create({ keys: [first] });
    const verifier = planVerifier(fileKeys({ file, now: clock.now }), clock);
    const token = await bearerBy(first);
    expect(await verifier.verify(token)).toMatchObject({ kind: "user" });
    clock.nowMs += 1_000;
    const added = await addKey({ file, algorithm: "EdDSA", now });
    if (added.kind !== "added") throw new Error(added.message);
    expect(await verifier.verify(await bearerBy(added.key))).toMatchObject({ kind: "user" });
    expect(await verifier.verify(token)).toMatchObject({ kind: "user" });
    await retireKey(file, first.kid);
    clock.nowMs += 10_000;
    expect(await verifier.verify(token)).toMatchObject({ code: "token_not_trusted" });
  });

  const planServed = async (folder: string) => {
    const clock = planClock();
    const file = openIn(folder);
    const key = await planKey();
    await file.create({ keys: [key] });
    const faultCodes: unknown[] = [];
    const onFailure = (failure: unknown) =>
      faultCodes.push(failure instanceof KeysFault ? failure.code : failure);
    const verifier = planVerifier(fileKeys({ file, now: clock.now, onFailure }), clock);
    const token = await bearerBy(key, { ttlMs: 100 * 3_600_000 });
    expect(await verifier.verify(token)).toMatchObject({ kind: "user" });
    return { clock, file, key, faultCodes, verifier, token };
  };

  test("a missing or broken file is reported at the next read, and its old keys serve for a day", async ({
    folder,
  }) => {
    for (const code of ["file_absent", "file_faulty"]) {
      const { clock, file, key, faultCodes, verifier, token } = await planServed(folder);
      await (code === "file_absent" ? files.rm(file.path) : files.writeFile(file.path, ""));
      clock.nowMs += 5_000;
      await verifier.warm();
      expect([verifier.isReady(), faultCodes]).toEqual([false, [code]]);
      expect(await verifier.verify(token)).toMatchObject({ kind: "user" });
      clock.nowMs += 86_394_999;
      expect(await verifier.verify(token)).toMatchObject({ kind: "user" });
      clock.nowMs += 1;
      expect(await verifier.verify(token)).toMatchObject({ code: "keys_unavailable" });
      await files.rm(file.path, { force: true });
      await file.create({ keys: [key] });
      clock.nowMs += 1_000;
      expect(await verifier.verify(token)).toMatchObject({ kind: "user" });
      expect(verifier.isReady()).toBe(true);
      await files.rm(file.path);
    }
  });

  test("an emptied key set refuses every token, cached ones included, and is reported once", async ({
    folder,
  }) => {
    const { clock, file, faultCodes, verifier, token } = await planServed(folder);
    await files.writeFile(file.path, '{"keys":[]}');
    clock.nowMs += 10_000;
    expect(await verifier.verify(token)).toMatchObject({ code: "token_not_trusted", why: "key" });
    for (let count = 0; count < 3; count += 1) {
      clock.nowMs += 10_000;
      expect(await verifier.verify(token)).toMatchObject({ code: "token_not_trusted" });
    }
    expect([verifier.isReady(), faultCodes]).toEqual([true, ["keys_empty"]]);
  });
});
