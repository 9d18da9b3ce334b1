import { createReadStream } from "node:fs";
import { setHolidays } from "@trading-oms/brokerage";
import { type CalendarDate, isCalendarDate } from "@trading-oms/market";
import {
  type Command,
  type FaultOfFile,
  type Given,
  refuse,
  UsageFault,
  unlessRefused,
  type World,
} from "../cli/command.ts";
import { explainFileFailure, FileFault, readUtf8, refuseFaults } from "../cli/files.ts";
import { renderNumber } from "../cli/text.ts";

const holidaysSet: Command = {
  words: ["holidays", "set"],
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
    const dates = file === undefined ? given.others : await readDates(file, world);
    const set = unlessRefused(await setHolidays(await open(), dates));
    return { json: set.dates, lines: [tell(set.dates)] };
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

async function readDates(file: string, { stdin }: World): Promise<readonly string[]> {
  const name = file === "-" ? "stdin" : file;
  try {
    const { dates, faults, faultCount } = await readDateLines(file === "-" ? stdin : createReadStream(file));
    if (faultCount > 0) refuseFaults(name, faults, faultCount);
    if (dates.length > 0) return dates;
  } catch (failure) {
    return explainFileFailure(file, failure);
  }
  const message = `${name} lists no day; nothing was changed. For an empty list, write --none.`;
  return refuse("file-not-valid", message);
}

function tell(dates: readonly string[]): string {
  const [first, last] = [dates[0], dates.at(-1)];
  if (dates.length === 0) return "No holidays are listed any more.";
  if (dates.length === 1) return `The holiday ${first} is listed, and no other.`;
  return `${renderNumber(dates.length)} holidays are listed, from ${first} to ${last}, and no others.`;
}

const holidaysList: Command = {
  words: ["holidays", "list"],
  summary: "Lists the days without trading, one a line.",
  about: "Weekends are not listed, unless they were set. The list can be changed in a file and set again.",
  example: "oms holidays list",
  run: async (_given, { open, say }) => {
    const { store } = await open();
    const dates = await store.listHolidays();
    if (dates.length === 0) say("There are no holidays.");
    return { json: dates, lines: dates };
  },
};

/** The days of a file, and the lines of it that are none. */
type DateLines = {
  readonly dates: readonly CalendarDate[];
  /** The first of them. */
  readonly faults: readonly FaultOfFile[];
  readonly faultCount: number;
};

const faultsMax = 20;
/** Of a line that is no day, so much shows which it is. */
const shownLengthMax = 40;

/** Reads days that stand one a line; `#` begins a remark, and a line without a day says nothing. */
async function readDateLines(chunks: AsyncIterable<Uint8Array>): Promise<DateLines> {
  const dates: CalendarDate[] = [];
  const faults: FaultOfFile[] = [];
  let faultCount = 0;
  let line = 0;
  try {
    for await (const block of readUtf8(chunks)) {
      for (const written of block.toString().replace(/\n$/, "").split("\n")) {
        line += 1;
        readLine(written);
      }
    }
  } catch (failure) {
    if (!(failure instanceof FileFault)) throw failure;
    line = failure.line;
    addFault(failure.message);
  }
  return { dates, faults, faultCount };

  function readLine(written: string): void {
    const text = written.replace(/#.*/, "").trim();
    if (text === "") return;
    if (isCalendarDate(text)) dates.push(text);
    else addFault(`${JSON.stringify(text.slice(0, shownLengthMax))} is not a day such as 2025-09-02.`);
  }

  function addFault(fault: string): void {
    faultCount += 1;
    if (faults.length < faultsMax) faults.push({ line, fault });
  }
}

export const holidaysCommands: readonly Command[] = [holidaysSet, holidaysList];
