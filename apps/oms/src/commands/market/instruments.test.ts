import { symlink } from "node:fs/promises";
import { describe, expect } from "vitest";
import { streamOf } from "../../testing/plan-world.ts";
import { readCatalog } from "../../testing/read-store.ts";
import { worldTest as test } from "../../testing/world-test.ts";

const header = "symbol,exchange,type,name,companyName,referencePrice,lot,minQuantity,maxQuantity";
const fpt = "FPT,HOSE,stock,FPT,Công ty Cổ phần FPT,80000,100,100,500000";
const pvs = "PVS,HNX,stock,PVS,Dịch vụ Kỹ thuật Dầu khí,33600,100,100,500000";
const linesOf = (...lines: string[]) => `${lines.join("\n")}\n`;

describe("a catalog", () => {
  test("is read from CSV with columns in any order, and an empty cell is absent", async ({ world }) => {
    const columns =
      "maxQuantity,lot,symbol,industryName,exchange,type,name,companyName,referencePrice,minQuantity";
    const file = await world.write(
      "catalog.csv",
      linesOf(columns, '500000,100,FPT,,HOSE,stock,"FPT, Corp","Công ty ""FPT""",80000,100'),
    );
    expect(await world.oms(`instruments import ${file}`)).toEqual({
      exitCode: 0,
      stdout: "Instruments in the catalog: 1.\n",
      stderr: "Importing: 1 rows\n",
    });
    expect(await readCatalog(world)).toEqual([
      {
        symbol: "FPT",
        exchange: "HOSE",
        type: "stock",
        name: "FPT, Corp",
        companyName: 'Công ty "FPT"',
        referencePrice: 80_000_000n,
        lot: 100n,
        minQuantity: 100n,
        maxQuantity: 500_000n,
      },
    ]);
  });

  test("has the terms of a future, in points", async ({ world }) => {
    const file = await world.write(
      "catalog.csv",
      linesOf(
        `${header},underlyingSymbolCode,expirationDate,contractSize`,
        "41I1F6000,DERIVATIVES,future,VN30 06/2025,Hợp đồng tương lai VN30,1461.5,1,1,500,VN30,2025-06-19,100000",
      ),
    );
    expect(await world.json(`instruments import ${file}`)).toEqual({ count: 1 });
    expect(await readCatalog(world)).toEqual([
      {
        symbol: "41I1F6000",
        exchange: "DERIVATIVES",
        type: "future",
        name: "VN30 06/2025",
        companyName: "Hợp đồng tương lai VN30",
        referencePrice: 1_461_500n,
        lot: 1n,
        minQuantity: 1n,
        maxQuantity: 500n,
        underlyingSymbolCode: "VN30",
        expirationDate: "2025-06-19",
        contractSize: 100_000n,
      },
    ]);
  });

  test("is not read from JSON", async ({ world }) => {
    expect(
      (await world.oms(`instruments import ${await world.write("catalog.json", "[]")}`)).stderr,
    ).toContain("catalog.json is JSON: write the catalog as CSV.");
  });

  test("is read from stdin", async ({ world }) => {
    const line = "instruments import -";
    const good = await world.oms(line, { stdin: streamOf(linesOf(header, fpt)) });
    expect(good.exitCode).toBe(0);
    const bad = await world.oms(line, { stdin: streamOf(linesOf(header, fpt, fpt)) });
    expect(bad.stderr).toContain("stdin:3: symbol FPT stands on line 2 already");
  });

  test("may have a byte order mark and Windows line ends", async ({ world }) => {
    const content = `\uFEFF${linesOf(header, fpt, "", pvs).replaceAll("\n", "\r\n")}`;
    const file = await world.write("catalog.csv", content);
    expect(await world.json(`instruments import ${file}`)).toEqual({ count: 2 });
  });

  test("replaces the whole previous one", async ({ world }) => {
    await world.oms(`instruments import ${await world.write("a.csv", linesOf(header, fpt))}`);
    await world.oms(`instruments import ${await world.write("b.csv", linesOf(header, pvs))}`);
    expect(await readCatalog(world)).toMatchObject([{ symbol: "PVS" }]);
  });

  test("of many rows shows a progress bar on a terminal, drawn at most ten times a second", async ({
    world,
  }) => {
    const rows = Array.from({ length: 20_000 }, (_, index) => fpt.replace("FPT", `F${index}`));
    const file = await world.write("catalog.csv", linesOf(header, ...rows));
    let drawn = "";
    let atMs = 0;
    const write = (text: string) => {
      drawn += text;
    };
    const now = () => {
      atMs += 30;
      return atMs;
    };
    const { exitCode } = await world.oms(`instruments import ${file}`, {
      stderr: { write, isTerminal: true },
      now,
    });
    expect(exitCode).toBe(0);
    expect(drawn).toMatch(/\r.*Importing \[#+\.*\] +[0-9]+ % {2}[0-9,]+ rows\r/);
    expect(drawn).toMatch(/\r.{4}Importing: 20,000 rows\n$/);
    // The 21 updates come 30 ms apart, so every fourth is drawn.
    expect(drawn.split(" % ").length - 1).toBe(6);
  });
});

describe("a catalog with faults changes nothing", () => {
  test.for<[what: string, content: string | Buffer, line: number, reason: string]>([
    ["a missing column", linesOf(header.replace(",lot", ""), fpt), 1, "column lot is missing: add it."],
    ["an unknown column", linesOf(`${header},colour`, fpt), 1, 'column "colour" is unknown: leave it out'],
    ["a column twice", linesOf(`${header},lot`, fpt), 1, 'column "lot" is there twice'],
    ["a duplicate symbol", linesOf(header, fpt, pvs, fpt), 4, "symbol FPT stands on line 2 already"],
    ["a price off its step", linesOf(header, fpt, pvs.replace("33600", "33650")), 3, "off its step of 100"],
    [
      "a price that is none",
      linesOf(header, fpt.replace("80000", "80k")),
      2,
      'referencePrice is "80k": write whole VND such as 25000 or 25,000.',
    ],
    [
      "a quantity that is none",
      linesOf(header, fpt.replace("500000", "1e6")),
      2,
      'maxQuantity is "1e6": write',
    ],
    ["an empty required cell", linesOf(header, fpt.replace("500000", "")), 2, 'maxQuantity is "": write a'],
    ["an empty symbol", linesOf(header, fpt.replace("FPT", "")), 2, 'symbol is "": write 1 to 32'],
    [
      "too few cells",
      linesOf(header, fpt, "PVS,HNX"),
      3,
      "the row has 2 cells: write 9, as many as columns.",
    ],
    [
      "an unclosed quote",
      linesOf(header, fpt, `"${pvs}`, fpt, fpt),
      3,
      "a quote that opens in this row is not",
    ],
    [
      "an unclosed quote that another quote meets",
      linesOf(header, `"${fpt}`, pvs, '"VNM",HOSE'),
      2,
      "a quote stands before the end of its cell",
    ],
    [
      "an unclosed quote at the beginning of a long file",
      linesOf(header, fpt, `"${pvs}`, ...Array.from({ length: 5_000 }, () => fpt)),
      3,
      "the row is longer than 128,000 characters: look for a quote that is not closed.",
    ],
    [
      "a quote within a cell",
      linesOf(header, fpt.replace("FPT,", 'F"PT,')),
      2,
      "a quote stands in the middle",
    ],
    [
      "a line within a cell",
      linesOf(header, fpt, pvs.replace("PVS,Dịch", '"PVS\nA",Dịch')),
      3,
      "no space at",
    ],
    [
      "another encoding",
      Buffer.concat([Buffer.from(linesOf(header, fpt)), Buffer.from("D\xedch v\xf9", "latin1")]),
      3,
      "the line is not UTF-8: save the file as UTF-8.",
    ],
    ["UTF-16", Buffer.from(`\uFEFF${linesOf(header, fpt)}`, "utf16le"), 1, "the file is UTF-16"],
    ["UTF-16 without a mark", Buffer.from(linesOf(header, fpt), "utf16le"), 1, "the file is UTF-16"],
    ["nothing in it", "", 1, "the file is empty"],
    ["a header alone", linesOf(header), 1, "the file contains no instrument."],
  ])("CSV with %s", async ([_what, content, line, reason], { world }) => {
    await world.oms(`instruments import ${await world.write("first.csv", linesOf(header, pvs))}`);
    const file = await world.write("catalog.csv", content);
    const { exitCode, stdout, stderr } = await world.oms(`instruments import ${file}`);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: "" });
    expect(stderr).toContain(`${file}:${line}: `);
    expect(stderr).toContain(reason);
    expect(stderr).toMatch(/catalog\.csv has [0-9]+ faults?; nothing was changed\.\n$/);
    expect(await readCatalog(world)).toMatchObject([{ symbol: "PVS" }]);
  });

  test("and reports them as JSON", async ({ world }) => {
    const file = await world.write("catalog.csv", linesOf(header, fpt, fpt));
    expect(await world.json(`instruments import ${file}`)).toEqual({
      refused: {
        code: "file_not_valid",
        message: `${file} has 1 fault; nothing was changed.`,
        file,
        faults: [{ line: 3, fault: "symbol FPT stands on line 2 already: leave out one of them." }],
        faultCount: 1,
      },
    });
  });

  test("and reports the first twenty of a thousand, and their count", async ({ world }) => {
    const file = await world.write(
      "catalog.csv",
      linesOf(header, ...Array.from({ length: 1_001 }, () => fpt)),
    );
    const { stderr } = await world.oms(`instruments import ${file}`);
    expect(stderr.match(/catalog\.csv:[0-9]+: /g)).toHaveLength(20);
    expect(stderr).toContain("has 1,000 faults, of which the first 20 are shown; nothing was changed.");
  });

  test("and so does a missing file or a folder", async ({ world }) => {
    expect(await world.oms("instruments import /nowhere/catalog.csv")).toEqual({
      exitCode: 1,
      stdout: "",
      stderr: "/nowhere/catalog.csv can't be used: there is no such file or folder.\n",
    });
    expect((await world.oms(`instruments import ${world.pathOf("")}`)).stderr).toContain("it is a folder");
  });

  test.skipIf(process.platform !== "linux")("and so does a file whose reading fails", async ({ world }) => {
    expect((await world.oms("instruments import /proc/self/mem")).stderr).toBe(
      "/proc/self/mem can't be used: the disk can't be read or written; look at the log of the system.\n",
    );
  });

  test("and so does a link that leads to itself", async ({ world }) => {
    const file = world.pathOf("catalog.csv");
    await symlink("catalog.csv", file);
    expect((await world.oms(`instruments import ${file}`)).stderr).toBe(
      `${file} can't be used: its symbolic links lead in a circle.\n`,
    );
  });
});
