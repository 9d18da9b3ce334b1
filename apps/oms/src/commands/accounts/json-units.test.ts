import { expect, test } from "vitest";
import { everyCommand } from "../../every-command.ts";
import { worldTestAfter } from "../../testing/world-test.ts";

/** The command lines that are run, in this order. `FOLDER` stands for the folder of the test. */
const lines: Readonly<Record<string, readonly string[]>> = {
  "demo load": [""],
  "accounts open": ["A-1 --user u-1"],
  "positions set": ["A-1 FPT --quantity 1000 --price 100,000", "A-1 41I1F6000 --quantity -2 --price 1,461.5"],
  "positions reduce": ["A-1 FPT --quantity 100 --price 80000"],
  "accounts show": ["A-1", "888C000017", "888C000027"],
  "accounts list": [""],
  "positions list": ["A-1", "888C000017", "888C000027"],
  "positions expired": [""],
  "margin explain": ["--account 888C000017", "--account 888C000027"],
  "positions adjust": ["FPT --date 2025-06-02 --factor 2/1 --dry-run"],
  "audit verify": [""],
  "watch status": [""],
  "notifications list": ["--user demo", "--user demo-2", "--user u-1"],
  "notifications read": ["--user u-1"],
  "positions close": ["A-1 FPT", "A-1 41I1F6000 --price 1461.5"],
  "positions cancel-close": ["A-1 FPT"],
  "holidays set": ["2025-09-02"],
  "holidays list": [""],
  "instruments import": ["FOLDER/catalog.csv"],
  "accounts import": ["FOLDER/accounts.csv"],
  "positions import": ["FOLDER/positions.csv"],
  "cash import": ["FOLDER/cash.csv"],
  "rates import": ["FOLDER/rates.csv"],
  "prices import": ["FOLDER/prices.csv"],
  "keys make": [""],
  "keys list": ["", "--public"],
  token: ["--user demo"],
  "keys sign": ["key-1"],
  "keys retire": ["key-1"],
  "images key": [""],
  "images list": [""],
  "images delete": ["1795057200-f3b1c9a27e5d48d0a91b6c44e0d27f35"],
  "db migrate": [""],
  "db info": [""],
  "db backup": ["FOLDER/all.gz"],
  "db restore": ["FOLDER/all.gz --database FOLDER/other.sqlite"],
};

/**
 * Not run here besides those that ask a server, whose documents say the units: they need a feed, a D1 or a photograph, and print only counts or the fields of a card; or they print lines as they
 * come, such as what `notifications list` does.
 */
const elsewhere = [
  "audit head",
  "feed publish",
  "feed record",
  "prices carry",
  "id-card read",
  "notifications follow",
];

test("covers every command", () => {
  const local = everyCommand.filter(({ options = {} }) => !("server" in options));
  const names = local.map(({ words }) => words.filter(Boolean).join(" "));
  expect([...Object.keys(lines), ...elsewhere].sort()).toEqual(names.sort());
});

worldTestAfter()("prints the same units as JSON in every command", async ({ world }) => {
  for (const name of ["catalog", "accounts", "positions", "cash", "rates", "prices"])
    await world.write(`${name}.csv`, "");
  const environment = {
    DATA_DIR: world.pathOf("."),
    IMAGES: world.pathOf("images"),
    IMAGES_KEY_FILE: world.pathOf("image-keys.json"),
  };
  let memberCount = 0;
  for (const [name, each] of Object.entries(lines)) {
    for (const words of each) {
      const line = `${name} ${words} --json`.replaceAll("FOLDER", world.pathOf("."));
      const { stdout } = await world.oms(line, { environment });
      expect(stdout, line).not.toBe("");
      for (const [path, value] of membersOf(JSON.parse(stdout), "")) {
        memberCount += 1;
        expect(value, `${path} of ${line}`).toSatisfy((told) => isInItsUnit(path, told));
      }
    }
  }
  expect(memberCount).toBeGreaterThan(1_000);
});

function isInItsUnit(path: string, value: unknown): boolean {
  const isNumber = typeof value === "number";
  if (/Vnd$/.test(path)) return value === null || Number.isSafeInteger(value) || /^\d+$/.test(String(value));
  if (/Ms$/.test(path))
    return value === null || (isNumber && value > Date.UTC(2020) && value < Date.UTC(2100));
  if (/(Ratio|Rate)$/.test(path))
    return isNumber && Math.abs(value) <= 1 && Number(value.toFixed(6)) === value;
  if (/(Price|\.price)$/.test(path)) return value === null || (isNumber && value >= 1 && value < 1_000_000);
  return !/(At|Time|\.at)$/.test(path) && !/^\d{4}-\d\d-\d\dT/.test(String(value));
}

/** Lists each number, string and null with its path. An explained figure is named by its `name`. */
function membersOf(json: unknown, path: string): (readonly [path: string, value: unknown])[] {
  if (typeof json !== "object" || json === null) return [[path, json]];
  const figure = "formula" in json && "name" in json ? String(json.name) : undefined;
  return Object.entries(json).flatMap(([name, value]) =>
    membersOf(value, `${path}.${figure !== undefined && name === "value" ? figure : name}`),
  );
}
