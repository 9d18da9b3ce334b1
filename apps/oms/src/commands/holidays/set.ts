import { createReadStream } from "node:fs";
import { setHolidays } from "@trading-oms/brokerage";
import type { Command, Given, Outcome } from "../../command.ts";
import { explainFileFailure } from "../../explain-file-failure.ts";
import { renderNumber } from "../../output/render-number.ts";
import { UsageFault } from "../../usage-fault.ts";
import type { World } from "../../world.ts";
import { type DateLines, readDateLines } from "./read-date-lines.ts";

/** Replaces the list of days without trading. */
export const holidaysSet: Command = {
  words: ["holidays", "set"],
  argumentNames: [],
  othersName: "DATE",
  options: {
    file: { value: "FILE", about: "reads the days from a file, one a line; - is stdin" },
    none: { about: "leaves no day on the list" },
  },
  summary: "Replaces the list of days without trading.",
  about:
    "What is set takes the place of the whole list. A DATE is a day of the exchanges, such as 2025-09-02; weekends trade nothing anyway. In FILE, # begins a remark. On a day that is listed no price of the feed begins or ends a call, no hour counts for a reminder, and no index future is taken to expire. Running servers take the list over within seconds.",
  example: "oms holidays set 2025-09-01 2025-09-02",
  run: async (given, { open, world }) => {
    const file = readSource(given);
    let dates = given.others;
    if (file !== undefined) {
      const read = await readFile(file, world);
      if ("kind" in read) return read;
      dates = read.dates;
    }
    const set = await setHolidays(await open(), dates);
    if (set.kind === "refused") return set;
    return { kind: "done", json: set.dates, lines: [tell(set.dates)] };
  },
};

/** An empty list is asked for by its own word, for a shell that finds no days hands over just as many. */
function readSource(given: Given): string | undefined {
  const sources = [
    ...(given.others.length > 0 ? ["DATE"] : []),
    ...["file", "none"].filter((name) => given.isOn(name)).map((name) => `--${name}`),
  ];
  const [one, other] = sources;
  if (one === undefined) {
    throw new UsageFault("the days are missing: write them, or --file FILE, or --none for an empty list.");
  }
  if (other !== undefined) throw new UsageFault(`${one} and ${other} are both given: leave out one of them.`);
  return given.option("file");
}

async function readFile(file: string, { stdin }: World): Promise<DateLines | Outcome> {
  try {
    const read = await readDateLines(file === "-" ? stdin : createReadStream(file));
    return judgeLines(file === "-" ? "stdin" : file, read) ?? read;
  } catch (failure) {
    return explainFileFailure(file, failure);
  }
}

function judgeLines(file: string, { dates, faults, faultCount }: DateLines): Outcome | undefined {
  const code = "file-not-valid";
  if (faultCount > 0) {
    const told = faultCount > faults.length ? `, of which the first ${faults.length} are told` : "";
    const many = faultCount === 1 ? "fault" : "faults";
    const message = `${file} has ${renderNumber(faultCount)} ${many}${told}; nothing was changed.`;
    return { kind: "refused", code, message, file, faults, faultCount };
  }
  if (dates.length > 0) return undefined;
  const message = `${file} lists no day; nothing was changed. For an empty list, write --none.`;
  return { kind: "refused", code, message };
}

function tell(dates: readonly string[]): string {
  const [first, last] = [dates[0], dates.at(-1)];
  if (dates.length === 0) return "No holidays are listed any more.";
  if (dates.length === 1) return `The holiday ${first} is listed, and no other.`;
  return `${renderNumber(dates.length)} holidays are listed, from ${first} to ${last}, and no others.`;
}
