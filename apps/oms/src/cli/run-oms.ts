import type { Services } from "@trading-oms/brokerage";
import { StoreFault } from "@trading-oms/store";
import { everyCommand } from "../commands/every-command.ts";
import {
  type Command,
  type Given,
  type Reason,
  Refused,
  type Result,
  refuse,
  UsageFault,
  type World,
} from "./command.ts";
import { findDatabase, makeServices, openStore } from "./database.ts";
import { writeJson } from "./json.ts";
import { describeMisuse, readCommandLine } from "./read-command-line.ts";

/** Does what the words ask, and gives the exit code: 0 done, 1 refused, or an audit does not hold or a card was not read whole, 2 used wrongly. */
export async function runOms(words: readonly string[], world: World): Promise<number> {
  const read = readCommandLine(words, everyCommand, world);
  if ("exitCode" in read) return read.exitCode;
  const { command, given } = read;
  try {
    const { json, lines } = await runCommand(command, given, world);
    tell({ json, lines }, given, world);
    return 0;
  } catch (failure) {
    if (failure instanceof Refused) {
      const { lines = [], ...refused } = failure.reason;
      tell({ json: { refused }, lines }, given, world);
      tellReason(failure.reason, world);
      return 1;
    }
    if (!(failure instanceof UsageFault)) throw failure;
    world.stderr.write(`${describeMisuse(`oms ${command.words.join(" ")}`, failure.message)}\n`);
    return 2;
  }
}

async function runCommand(command: Command, given: Given, world: World): Promise<Result> {
  const database = findDatabase(given.option("database"), world.environment);
  let store: Services["store"] | undefined;
  let services: Services | undefined;
  try {
    return await command.run(given, {
      world,
      database,
      open: async () => {
        store ??= await openStore(database);
        services ??= await makeServices(store, world);
        return services;
      },
      say: (line) => world.stderr.write(`${line}\n`),
    });
  } catch (failure) {
    if (!(failure instanceof StoreFault)) throw failure;
    return refuse(failure.code, failure.message);
  } finally {
    await store?.close();
  }
}

/** A program reads one value in any case, and a person beside it still sees why. */
function tell({ json, lines }: Result, given: Given, { stdout, stderr }: World): void {
  if (!given.isOn("json")) {
    for (const line of lines) stdout.write(`${line}\n`);
    return;
  }
  const leftOut = new Set<string>();
  stdout.write(`${writeJson(json, leftOut)}\n`);
  if (leftOut.size === 0) return;
  const names = [...leftOut].join(", ");
  stderr.write(`Left out, since no JSON number carries them exactly: ${names}. See them without --json.\n`);
}

function tellReason({ message, file, faults = [], broken = [] }: Reason, { stderr }: World): void {
  for (const { line, fault } of faults) stderr.write(`${file}:${line}: ${fault}\n`);
  for (const { accountId, place, why } of broken) stderr.write(`${accountId}, link ${place}: ${why}\n`);
  stderr.write(`${message}\n`);
}
