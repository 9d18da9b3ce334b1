import { StoreFault } from "@trading-oms/store";
import {
  type Command,
  type CommandInput,
  type CommandServices,
  type Reason,
  Refused,
  type Result,
  refuse,
  UsageFault,
  type World,
} from "./cli/command.ts";
import { findDatabase, makeServices, openStore } from "./cli/database.ts";
import { describeLeftOut, writeJson } from "./cli/json.ts";
import { describeMisuse, readCommandLine } from "./cli/read-command-line.ts";
import { everyCommand } from "./every-command.ts";

/** Runs a command line and returns its exit code; `oms --help` lists the codes. */
export async function runOms(words: readonly string[], world: World): Promise<number> {
  const read = readCommandLine(words, everyCommand, world);
  if ("exitCode" in read) return read.exitCode;
  const { command, input } = read;
  try {
    const { json, lines } = await runCommand(command, input, world);
    printResult({ json, lines }, input, world);
    return 0;
  } catch (failure) {
    if (failure instanceof Refused) {
      const { lines = [], ...refused } = failure.reason;
      printResult({ json: { refused }, lines }, input, world);
      printReason(failure.reason, world);
      return failure.exitCode;
    }
    if (!(failure instanceof UsageFault)) throw failure;
    world.stderr.write(`${describeMisuse(`oms ${command.words.join(" ")}`, failure.message)}\n`);
    return 2;
  }
}

async function runCommand(command: Command, input: CommandInput, world: World): Promise<Result> {
  if ("server" in (command.options ?? {}) && input.option("database") !== undefined)
    throw new UsageFault("--database is for commands that work on a store: leave it out.");
  const findAddress = () => findDatabase(input.option("database"), world.environment);
  let store: CommandServices["store"] | undefined;
  let services: CommandServices | undefined;
  try {
    return await command.run(input, {
      world,
      get database() {
        return findAddress();
      },
      open: async (options) => {
        store ??= await openStore(findAddress(), options);
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

/** With `--json` exactly one value is printed to stdout, also for a refusal, unless the command has printed its own. */
function printResult({ json, lines }: Result, input: CommandInput, { stdout, stderr }: World): void {
  if (!input.isOn("json")) {
    for (const line of lines) stdout.write(`${line}\n`);
    return;
  }
  if (json === undefined) return;
  const leftOut = new Set<string>();
  stdout.write(`${writeJson(json, leftOut)}\n`);
  if (leftOut.size === 0) return;
  stderr.write(`${describeLeftOut(leftOut)}\n`);
}

function printReason({ message, file, faults = [], broken = [] }: Reason, { stderr }: World): void {
  for (const { line, fault } of faults) stderr.write(`${file}:${line}: ${fault}\n`);
  for (const { accountId, place, why } of broken) stderr.write(`${accountId}, link ${place}: ${why}\n`);
  stderr.write(`${message}\n`);
}
