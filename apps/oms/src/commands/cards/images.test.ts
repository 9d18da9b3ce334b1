import { chmod, chown, readFile, rm, stat } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type ImageLinks, openImageKeeper, openImageStore, parseImageKeys } from "@trading-oms/images";
import { describe, expect } from "vitest";
import { type PlannedWorld, plannedAtMs, streamOf } from "../../testing/plan-world.ts";
import { worldTest as test } from "../../testing/world-test.ts";

const mine = "001204000017";
const theirs = "056077648552";

/** The command line with the settings of a server that stores images. */
function operatorOf(world: PlannedWorld) {
  const environment = { IMAGES: world.pathOf("images"), IMAGES_KEY_FILE: world.pathOf("image-keys.json") };
  return {
    oms: (line: string, stdin = "") => world.oms(line, { environment, stdin: streamOf(stdin) }),
    json: async (line: string, stdin = "") =>
      JSON.parse((await world.oms(`${line} --json`, { environment, stdin: streamOf(stdin) })).stdout),
    /** Keeps images as a server of the same settings does, and gives the name of the card. */
    keep: async (idNumber: string, requestId: string): Promise<string> => {
      const read = await parseImageKeys(await readFile(environment.IMAGES_KEY_FILE, "utf8"));
      if (read.kind === "faulty") throw new Error(read.issue);
      const store = await openImageStore(
        { kind: "disk", folder: environment.IMAGES },
        { region: "", accessKeyId: "", secretAccessKey: "" },
      );
      const keeper = openImageKeeper({
        store,
        keys: async () => read.keys,
        now: () => plannedAtMs,
        keptMs: 86_400_000,
        linkMs: 60_000,
        origin: "",
        purpose: "doubtful cards",
        consent: "notice 3",
      });
      const images = { front: new Uint8Array([1]), back: new Uint8Array([2]) };
      const links: ImageLinks = await keeper.keep({ images, requestId, idNumber });
      return links.front?.split("/")[2] ?? "";
    },
  };
}

describe("a key for images", () => {
  test("is added to a file that only its owner may read, and printed without its secret", async ({
    world,
  }) => {
    const { oms, json } = operatorOf(world);
    const file = world.pathOf("image-keys.json");
    const first = await oms("images key");
    expect(first).toMatchObject({ exitCode: 0, stderr: "" });
    const before = await readFile(file, "utf8");
    const { keyId } = await json("images key");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const read = await parseImageKeys(await readFile(file, "utf8"));
    const ids = read.kind === "keys" ? read.keys.map(({ id }) => id) : [];
    expect(first.stdout).toBe(`Made ${ids[0]} in ${file}; it encrypts from now on.\n`);
    expect([ids.length, ids[1]]).toEqual([2, keyId]);
    const [secret = ""] = /(?<="secret": ")[^"]+/.exec(before) ?? [];
    expect(first.stdout).not.toContain(secret);
  });

  test("keeps the owner and mode of the file", async ({ world }) => {
    const { oms } = operatorOf(world);
    const file = world.pathOf("image-keys.json");
    await oms("images key");
    await chmod(file, 0o640);
    const isRoot = process.getuid?.() === 0;
    // Only root can change the owner of a file.
    if (isRoot) await chown(file, 4_321, 4_322);
    const before = await stat(file);
    expect(await oms("images key")).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining("it encrypts in ten minutes"),
    });
    const after = await stat(file);
    expect([after.uid, after.gid, after.mode]).toEqual([before.uid, before.gid, before.mode]);
    expect(after.ino).not.toBe(before.ino);
  });

  test("is not made in another kind of file, nor while another is being made", async ({ world }) => {
    const { oms } = operatorOf(world);
    const file = await world.write("image-keys.json", "{}");
    expect(await oms("images key")).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: `${file} can't be used: It is not a file of image keys: its member imageKeys is missing or not a list.\n`,
    });
    expect(await readFile(file, "utf8")).toBe("{}");
    await world.write("image-keys.json.part", "");
    expect(await oms("images key")).toMatchObject({
      exitCode: 1,
      stderr: `${file}.part can't be used: it exists already.\n`,
    });
  });

  test("needs IMAGES_KEY_FILE", async ({ world }) => {
    expect(await world.oms("images key")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("IMAGES_KEY_FILE is not set"),
    });
  });
});

describe("stored images", () => {
  test("are listed with their records, all or those of one number", async ({ world }) => {
    const { oms, json, keep } = operatorOf(world);
    const { keyId } = await json("images key");
    const [card, other] = [await keep(mine, "order-7"), await keep(theirs, "order-8")];
    const recorded = {
      keptAtMs: Date.UTC(2025, 5, 2, 3),
      deleteAtMs: Date.UTC(2025, 5, 3, 3),
      purpose: "doubtful cards",
      consent: "notice 3",
      keyId,
    };
    const ofCard = ["back", "front"].map((side) => ({
      cardId: card,
      side,
      requestId: "order-7",
      ...recorded,
    }));
    expect(await json("images list --number", `${mine}\n`)).toEqual(ofCard);
    const all = await json("images list");
    expect(all.length).toBe(4);
    expect(all).toEqual(expect.arrayContaining(ofCard));
    const { stdout } = await oms("images list");
    expect(stdout).toMatch(/^CARD +SIDE +KEPT +UNTIL +REQUEST +PURPOSE +CONSENT +KEY\n/);
    expect([card, other].every((each) => stdout.includes(each))).toBe(true);
    for (const number of [mine, theirs]) expect(stdout + JSON.stringify(all)).not.toContain(number);
  });

  test("that no key decrypts are listed as such, and counted in a list by number", async ({ world }) => {
    const { oms, json, keep } = operatorOf(world);
    await oms("images key");
    const card = await keep(mine, "order-7");
    await world.write("image-keys.json", "");
    expect(await oms("images list")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("It is not valid JSON."),
    });
    const other = operatorOf({
      ...world,
      pathOf: (name) => world.pathOf(name === "images" ? name : `other-${name}`),
    });
    await other.oms("images key");
    expect(await other.json("images list")).toMatchObject([
      { cardId: card, fault: "key_unknown" },
      { fault: "key_unknown" },
    ]);
    expect(await other.oms("images list --number", mine)).toEqual({
      exitCode: 0,
      stdout: "",
      stderr:
        "Images that no key in the file decrypts: 2; their card numbers are unknown.\nThere are no such images.\n",
    });
    expect(await json("images delete --number", mine)).toMatchObject({ refused: { code: "keys_faulty" } });
  });

  test("are deleted by card or by number, and no others", async ({ world }) => {
    const { oms, json, keep } = operatorOf(world);
    await oms("images key");
    const [one, two, other] = [await keep(mine, "1"), await keep(mine, "2"), await keep(theirs, "3")];
    expect(await oms(`images delete ${one}`)).toEqual({
      exitCode: 0,
      stdout: "Deleted the images of one card.\n",
      stderr: "",
    });
    expect(await json("images delete --number", mine)).toEqual({ cardIds: [two] });
    expect((await json("images list")).map(({ cardId }: { cardId: string }) => cardId)).toEqual([
      other,
      other,
    ]);
    expect(await oms(`images delete ${other} ${one}`)).toMatchObject({
      exitCode: 1,
      stderr: `There is no image of ${one}; nothing was changed.\n`,
    });
    expect(await oms("images delete --number", mine)).toMatchObject({
      exitCode: 1,
      stderr: "There is no stored image for this number.\n",
    });
    expect((await json("images list")).length).toBe(2);
  });

  test("are not searched in a wrong folder, which is reported and not created", async ({ world }) => {
    const { oms } = operatorOf(world);
    await oms("images key");
    const folder = world.pathOf("images");
    for (const line of ["images list", `images delete 1795057200-${"0a".repeat(16)}`]) {
      expect(await oms(line)).toEqual({
        exitCode: 1,
        stdout: "",
        stderr: `${folder} can't be used: there is no such file or folder.\n`,
      });
    }
    await expect(stat(folder)).rejects.toMatchObject({ code: "ENOENT" });
    await world.write("images", "");
    expect(await oms("images list")).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("not a folder"),
    });
    await rm(folder);
    const relative = { IMAGES: "images", IMAGES_KEY_FILE: world.pathOf("image-keys.json") };
    expect(await world.oms("images list", { environment: relative })).toMatchObject({ exitCode: 2 });
  });

  test("in a bucket need credentials, and a failing bucket is reported", async ({ world }) => {
    const { oms } = operatorOf(world);
    await oms("images key");
    const server = createServer((_request, response) => void response.writeHead(403).end());
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const environment = {
      IMAGES: `http://127.0.0.1:${port}/cards`,
      IMAGES_KEY_FILE: world.pathOf("image-keys.json"),
      IMAGES_S3_ACCESS_KEY_ID: "oms",
      IMAGES_S3_SECRET_ACCESS_KEY: "hunter2",
    };
    const { IMAGES_S3_SECRET_ACCESS_KEY: _secret, ...open } = environment;
    expect(await world.oms("images list", { environment: open })).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("IMAGES_S3_SECRET_ACCESS_KEY"),
    });
    expect(await world.oms("images list", { environment })).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: "The image storage answered 403 (no code).\n",
    });
    await new Promise((resolve) => server.close(resolve));
    expect(await world.oms("images list", { environment })).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: "The storage of images can't be reached.\n",
    });
  });

  test("are not searched by a number that is not UTF-8", async ({ world }) => {
    const environment = { IMAGES: world.pathOf("images"), IMAGES_KEY_FILE: world.pathOf("image-keys.json") };
    const utf16 = Buffer.from(`\uFEFF${mine}`, "utf16le");
    const stdin = (async function* () {
      yield utf16;
    })();
    expect(await world.oms("images list --number", { environment, stdin })).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("--number reads"),
    });
  });

  test("need valid arguments, and messages do not repeat the number", async ({ world }) => {
    const { oms } = operatorOf(world);
    await oms("images key");
    const card = `1795057200-${"0a".repeat(16)}`;
    for (const line of [
      "images delete",
      `images delete ${card} --number`,
      "images delete ../keys",
      "images list --number",
    ]) {
      const run = await oms(line, `${mine} and more`);
      expect([line, run.exitCode, run.stdout, run.stderr.includes(mine)]).toEqual([line, 2, "", false]);
    }
    expect(await world.oms("images list")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("IMAGES is not set correctly"),
    });
  });
});
