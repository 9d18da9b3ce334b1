import { type CalendarDate, isCalendarDate } from "@trading-oms/market";
import { FileFault } from "../../catalog/file-fault.ts";
import { readUtf8 } from "../../catalog/read-utf-8.ts";
import type { FaultOfFile } from "../../command.ts";

/** The days of a file, and the lines of it that are none. */
export type DateLines = {
  readonly dates: readonly CalendarDate[];
  /** The first of them. */
  readonly faults: readonly FaultOfFile[];
  readonly faultCount: number;
};

const faultsMax = 20;
/** Of a line that is no day, so much shows which it is. */
const shownLengthMax = 40;

/** Reads days that stand one a line; `#` begins a remark, and a line without a day says nothing. */
export async function readDateLines(chunks: AsyncIterable<Uint8Array>): Promise<DateLines> {
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
