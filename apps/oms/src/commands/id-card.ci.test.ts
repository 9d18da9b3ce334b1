import { readdir } from "node:fs/promises";
import { makeCard } from "@trading-oms/cards";
import { describe, expect } from "vitest";
import { worldTest as test } from "../testing/world-test.ts";

const { front, back, truth } = makeCard({ seed: 5, kind: "2021", severity: "clean" });

/** One gray pixel. */
const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==";

describe("a card that is read", () => {
  test("is told field by field, by where each was read, and nothing of it stays", async ({ world }) => {
    const files = [await world.write("front.jpg", front), await world.write("back.jpg", back)];
    const before = await readdir(world.pathOf(""));
    const { exitCode, stdout, stderr } = await world.oms(`id-card read ${files.join(" ")}`);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    const lines = stdout.split("\n");
    expect(lines[0]).toBe("A card of 2021.");
    expect(lines[1]).toMatch(/^FIELD +VALUE +SOURCE +SURE$/);
    expect(lines[2]).toMatch(new RegExp(`^idNumber +${truth.idNumber} +QR code +1\\.00$`));
    for (const value of Object.values(truth)) expect(stdout).toContain(value);
    expect(await readdir(world.pathOf(""))).toEqual(before);
  });

  test("is a value for programs, with each source and how sure it is", async ({ world }) => {
    const told = await world.json(
      `id-card read ${await world.write("front.jpg", front)} ${await world.write("back.jpg", back)}`,
    );
    expect(told).toMatchObject({
      kind: "2021",
      isComplete: true,
      isSwapped: false,
      missing: [],
      fields: { idNumber: { value: truth.idNumber, source: "qr", confidence: expect.closeTo(1, 1) } },
    });
  });

  test("in the wrong order is read all the same, and said to be", async ({ world }) => {
    const files = [await world.write("back.jpg", back), await world.write("front.jpg", front)];
    const { exitCode, stdout } = await world.oms(`id-card read ${files.join(" ")}`);
    expect([exitCode, stdout.includes("The sides were given in the wrong order.")]).toEqual([0, true]);
  });
});

describe("a picture that shows no whole card", () => {
  test("ends with 1, and says what is missing and why, to people and to programs", async ({ world }) => {
    const file = await world.write("dot.png", Buffer.from(dot, "base64"));
    const { exitCode, stdout, stderr } = await world.oms(`id-card read ${file}`);
    expect([exitCode, stdout.split("\n")[0]]).toEqual([1, "A card of neither kind that is known."]);
    expect(stdout).toMatch(/^Front: .*card/m);
    expect(stderr).toMatch(/^The card was not read whole \(missing: idNumber, /);
    expect(await world.json(`id-card read ${file}`)).toMatchObject({
      refused: { code: "card-not-whole", found: { isComplete: false, fields: {} } },
    });
  });
});

describe("a file that is no photograph of a card", () => {
  test("is refused by its name and what is wrong with it", async ({ world }) => {
    const absent = world.pathOf("absent.jpg");
    const cases = [
      [absent, `${absent} can't be used: there is no such file or folder.`],
      [world.pathOf(""), `${world.pathOf("")} can't be used: it is a folder.`],
    ];
    for (const [name, content, says] of [
      ["text.jpg", "no image", "this is not a JPEG, PNG or WebP image, or it is cut short"],
      [
        "phone.heic",
        "\0\0\0\x18ftypheic\0\0\0\0mif1heic",
        "the image is HEIC, as some phones take it; send JPEG, PNG or WebP",
      ],
      ["large.jpg", new Uint8Array(8_000_001), "the image has more than 8,000,000 bytes; use a smaller one"],
      ["cut.jpg", front.slice(0, 3_000), "the image is damaged and cannot be decoded; send it again"],
    ] as const) {
      const file = await world.write(name, content);
      cases.push([file, `${file} can't be read as a card: ${says}.`]);
    }
    for (const [file, message] of cases) {
      expect(await world.oms(`id-card read ${file}`)).toEqual({
        exitCode: 1,
        stdout: "",
        stderr: `${message}\n`,
      });
    }
    const good = await world.write("front.jpg", front);
    expect(await world.oms(`id-card read ${good} ${absent}`)).toMatchObject({
      exitCode: 1,
      stderr: `${cases[0]?.[1]}\n`,
    });
  });

  test("and too few or too many files are used wrongly", async ({ world }) => {
    expect(await world.oms("id-card read")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("FRONT is missing."),
    });
    expect(await world.oms("id-card read a b c")).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('"c" is one word too many.'),
    });
    expect((await world.oms("id-card read --help")).stdout).toContain("oms id-card read FRONT [BACK]");
  });
});
