import { readdir } from "node:fs/promises";
import { makeCard } from "@trading-oms/cards";
import { describe, expect } from "vitest";
import { worldTest as test } from "../../testing/world-test.ts";

const { front, back, truth } = makeCard({ seed: 5, kind: "2021", severity: "clean" });

/** One gray pixel. */
const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==";

describe("a card", () => {
  test("is printed by field with its source, and nothing is stored", async ({ world }) => {
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

  test("is printed as JSON with source and confidence", async ({ world }) => {
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

  test("is read with its sides in the wrong order, which is reported", async ({ world }) => {
    const files = [await world.write("back.jpg", back), await world.write("front.jpg", front)];
    const { exitCode, stdout } = await world.oms(`id-card read ${files.join(" ")}`);
    expect([exitCode, stdout.includes("The sides were given in the wrong order.")]).toEqual([0, true]);
  });
});

describe("a picture without a complete card", () => {
  test("exits with 1 and names the missing fields and the problem, also as JSON", async ({ world }) => {
    const file = await world.write("dot.png", Buffer.from(dot, "base64"));
    const { exitCode, stdout, stderr } = await world.oms(`id-card read ${file}`);
    expect([exitCode, stdout.split("\n")[0]]).toEqual([1, "A card of an unknown kind."]);
    expect(stdout).toMatch(/^Front: .*card/m);
    expect(stderr).toMatch(/^The card was not read completely \(missing: idNumber, /);
    expect(await world.json(`id-card read ${file}`)).toMatchObject({
      refused: { code: "card_incomplete", found: { isComplete: false, fields: {} } },
    });
  });
});

describe("a file that is not a photograph of a card", () => {
  test("is refused with its name and fault", async ({ world }) => {
    const absent = world.pathOf("absent.jpg");
    const cases = [
      [absent, `${absent} can't be used: there is no such file or folder.`],
      [world.pathOf(""), `${world.pathOf("")} can't be used: it is a folder.`],
    ];
    for (const [name, content, problem] of [
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
      cases.push([file, `${file} can't be read as a card: ${problem}.`]);
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

  test("is a usage error if there are too few or too many", async ({ world }) => {
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
