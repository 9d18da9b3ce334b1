import type { Services } from "@trading-oms/brokerage";
import { StoreFault } from "@trading-oms/store";
import { everyCommand } from "../commands/every-command.ts";
import { type Command, type Given, type Outcome, UsageFault, type World } from "./command.ts";
import { findDatabase, makeServices, openStore } from "./database.ts";
import { writeJson } from "./json.ts";
import { describeMisuse, readCommandLine } from "./read-command-line.ts";

/** Does what the words ask, and gives the exit code: 0 done, 1 refused, or an audit does not hold or a card was not read whole, 2 used wrongly. */
export async function runOms(words: readonly string[], world: World): Promise<number> {
  const read = readCommandLine(words, everyCommand, world);
  if ("exitCode" in read) return read.exitCode;
  const { command, given } = read;
  try {
    const outcome = await runCommand(command, given, world);
    return given.isOn("json") ? tellPrograms(outcome, world) : tellPeople(outcome, world);
  } catch (failure) {
    if (!(failure instanceof UsageFault)) throw failure;
    world.stderr.write(`${describeMisuse(`oms ${command.words.join(" ")}`, failure.message)}\n`);
    return 2;
  }
}

async function runCommand(command: Command, given: Given, world: World): Promise<Outcome> {
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
    return { kind: "refused", code: failure.code, message: failure.message };
  } finally {
    await store?.close();
  }
}

/** A program reads one value in any case, and a person beside it still sees why. */
function tellPrograms(outcome: Outcome, world: World): number {
  const leftOut = new Set<string>();
  const { kind, lines: _lines, ...refused } = outcome;
  const json = outcome.kind === "done" ? outcome.json : { [kind]: refused };
  world.stdout.write(`${writeJson(json, leftOut)}\n`);
  if (leftOut.size > 0) {
    const names = [...leftOut].join(", ");
    world.stderr.write(
      `Left out, since no JSON number carries them exactly: ${names}. See them without --json.\n`,
    );
  }
  if (outcome.kind === "done") return 0;
  tellFaults(outcome, world);
  return 1;
}

function tellPeople(outcome: Outcome, world: World): number {
  if (outcome.kind === "done") {
    for (const line of outcome.lines) world.stdout.write(`${line}\n`);
    return 0;
  }
  for (const line of outcome.lines ?? []) world.stdout.write(`${line}\n`);
  tellFaults(outcome, world);
  return 1;
}

function tellFaults(outcome: Extract<Outcome, { readonly kind: "refused" }>, world: World): void {
  for (const { line, fault } of outcome.faults ?? []) {
    world.stderr.write(`${outcome.file}:${line}: ${fault}\n`);
  }
  for (const { accountId, place, why } of outcome.broken ?? []) {
    world.stderr.write(`${accountId}, link ${place}: ${why}\n`);
  }
  world.stderr.write(`${outcome.message}\n`);
}
