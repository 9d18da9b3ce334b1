import { createReadStream } from "node:fs";
import { setHolidays } from "@trading-oms/brokerage";
import { type CalendarDate, isCalendarDate } from "@trading-oms/market";
import {
  type Command,
  type CommandInput,
  type LineFault,
  refuse,
  UsageFault,
  unlessRefused,
  type World,
} from "../../cli/command.ts";
import { readLines, rejectFaults, rejectFileFailure, splitLines } from "../../cli/files.ts";
import { originOptions, readOrigin } from "../../cli/origin.ts";
import { renderNumber } from "../../cli/text.ts";

const holidaysSet: Command = {
  words: ["holidays", "set"],
  othersName: "DATE",
  options: {
    file: { value: "FILE", about: "reads the days from a file, one per line; - is stdin" },
    none: { about: "empties the list" },
    ...originOptions,
  },
  summary: "Replaces the list of days without trading.",
  about:
    "The whole list is replaced, and both lists are in the audit of the chain catalog. A DATE is a day such as 2025-09-02; weekends need not be listed. In FILE, # begins a comment. On a listed day no price of the feed begins or ends a margin call, no hour counts for a reminder, and no index future is assumed to expire. Running servers reload the list within seconds.",
  example: "oms holidays set 2025-09-01 2025-09-02",
  run: async (input, { open, world }) => {
    const file = readSource(input);
    const dates = file === undefined ? input.others : await readDates(file, world);
    const set = unlessRefused(await setHolidays(await open(), dates, readOrigin(input, world)));
    return { json: set.dates, lines: [describeDates(set.dates)] };
  },
};

/** An empty list requires `--none`, because an empty shell variable also results in no arguments. */
function readSource(input: CommandInput): string | undefined {
  const sources = [
    ...(input.others.length > 0 ? ["DATE"] : []),
    ...["file", "none"].filter((name) => input.isOn(name)).map((name) => `--${name}`),
  ];
  const [one, other] = sources;
  if (one === undefined) {
    throw new UsageFault("the days are missing: write them, or --file FILE, or --none for an empty list.");
  }
  if (other !== undefined) throw new UsageFault(`${one} and ${other} are both given: leave out one of them.`);
  return input.option("file");
}

async function readDates(file: string, { stdin }: World): Promise<readonly string[]> {
  const name = file === "-" ? "stdin" : file;
  try {
    const { dates, faults, faultCount } = await readDateLines(file === "-" ? stdin : createReadStream(file));
    if (faultCount > 0) rejectFaults(name, faults, faultCount);
    if (dates.length > 0) return dates;
  } catch (failure) {
    return rejectFileFailure(file, failure);
  }
  const message = `${name} lists no day; nothing was changed. For an empty list, write --none.`;
  return refuse("file_not_valid", message);
}

function describeDates(dates: readonly string[]): string {
  const [first, last] = [dates[0], dates.at(-1)];
  if (dates.length === 0) return "The list of holidays is empty now.";
  if (dates.length === 1) return `The list of holidays contains ${first} now.`;
  return `The list of holidays contains ${renderNumber(dates.length)} days now, from ${first} to ${last}.`;
}

const holidaysList: Command = {
  words: ["holidays", "list"],
  summary: "Lists the days without trading, one per line.",
  about: "Weekends are listed only if they were set. The output can be edited in a file and set again.",
  example: "oms holidays list",
  run: async (_input, { open, say }) => {
    const { store } = await open();
    const dates = await store.listHolidays();
    if (dates.length === 0) say("There are no holidays.");
    return { json: dates, lines: dates };
  },
};

/** The days of a file, and its faults. */
type DateLines = {
  readonly dates: readonly CalendarDate[];
  /** The first `faultsMax` faults. */
  readonly faults: readonly LineFault[];
  readonly faultCount: number;
};

const faultsMax = 20;
/** The part of a faulty line that its message quotes. */
const shownLengthMax = 40;

/** Reads one day per line. `#` begins a comment, and empty lines are skipped. */
async function readDateLines(chunks: AsyncIterable<Uint8Array>): Promise<DateLines> {
  const dates: CalendarDate[] = [];
  const faults: LineFault[] = [];
  let faultCount = 0;
  for await (const each of splitLines(readLines(chunks))) {
    if ("fault" in each) addFault(each.line, each.fault);
    else readLine(each.line, each.text);
  }
  return { dates, faults, faultCount };

  function readLine(line: number, written: string): void {
    const text = written.replace(/#.*/, "").trim();
    if (text === "") return;
    if (isCalendarDate(text)) dates.push(text);
    else addFault(line, `${nameLine(text)} is not a day such as 2025-09-02.`);
  }

  // A file that begins with no day is most likely another one, and may hold secrets.
  function nameLine(text: string): string {
    return dates.length === 0 ? "the line" : JSON.stringify(text.slice(0, shownLengthMax));
  }

  function addFault(line: number, fault: string): void {
    faultCount += 1;
    if (faults.length < faultsMax) faults.push({ line, fault });
  }
}

export const holidaysCommands: readonly Command[] = [holidaysSet, holidaysList];
