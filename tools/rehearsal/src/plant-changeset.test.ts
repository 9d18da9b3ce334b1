import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { plantChangeset } from "./plant-changeset.ts";

let repository: string;

beforeEach(async () => {
  repository = await mkdtemp(join(tmpdir(), "planted-"));
  onTestFinished(() => rm(repository, { recursive: true }));
  await mkdir(join(repository, ".changeset"));
  await writeFile(join(repository, ".changeset/README.md"), "Announcing a change.");
  for (const [room, isPrivate] of Object.entries({ client: false, "id-card": false, store: true })) {
    const folder = join(repository, "packages", room);
    await mkdir(folder, { recursive: true });
    const manifest = { name: `@trading-oms/${room}`, version: "1.0.0", private: isPrivate };
    await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
  }
});

async function announce(name: string, type: string): Promise<void> {
  await writeFile(join(repository, ".changeset/waiting.md"), `---\n"${name}": ${type}\n---\n\nA change.\n`);
}

test("every published package without a waiting change gets one, and a private package gets none", async () => {
  await announce("@trading-oms/id-card", "minor");
  expect(await plantChangeset(repository)).toEqual(["@trading-oms/client"]);
  const planted = await readFile(join(repository, ".changeset/rehearsal.md"), "utf8");
  expect(planted).toBe('---\n"@trading-oms/client": patch\n---\n\nA rehearsal: nothing changes for you.\n');
});

test("a changeset that moves nothing counts for nothing", async () => {
  await announce("@trading-oms/id-card", "none");
  expect(await plantChangeset(repository)).toEqual(["@trading-oms/client", "@trading-oms/id-card"]);
});
