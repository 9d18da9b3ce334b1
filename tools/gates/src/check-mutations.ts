import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { printFault, readDocument } from "@trading-oms/document";
import { contractMutations } from "./mutations/contract-mutations.ts";
import { documentMutations } from "./mutations/document-mutations.ts";
import type { Mutation } from "./mutations/mutation.ts";
import { typesMutations } from "./mutations/types-mutations.ts";
import { type Catch, type GateName, gateNames, runMutation } from "./run-mutation.ts";
import { runSideBySide } from "./run-side-by-side.ts";

const usage = `Changes the document, the contract and the types in many ways, one at a time and in copies, and shows
which gate catches each.

  pnpm check:mutations [--only WORDS] [--seed NUMBER] [--verbose]

  --only WORDS    only the mutations whose name contains the words
  --seed NUMBER   the seed of the random values     (another one every time)
  --verbose       what each gate said, under each mutation
  --help          this text

Gates: rules (the document's own), compiler (types against contract), document (emitted against authored),
values (ajv against zod), change (change control). Exit codes: 0 all caught, 1 not, 2 used wrongly.`;

/** The control: a document that did not change has to pass every gate. */
const nothing: Mutation = { kind: "document", name: "nothing at all", change: () => {} };

/** The gates that compare two of the three, each of which has to see what the others do not. */
const comparingGates: readonly GateName[] = ["compiler", "document", "values"];

process.exitCode = await checkMutations(process.argv.slice(2));

async function checkMutations(words: readonly string[]): Promise<number> {
  const settings = readSettings(words);
  if (typeof settings === "string") {
    const wrong = settings !== "";
    (wrong ? console.error : console.log)(wrong ? `${settings}\n\n${usage}` : usage);
    return wrong ? 2 : 0;
  }
  const reading = await readDocument(resolve(import.meta.dirname, "../../../openapi/openapi.yaml"));
  if (reading.kind === "faulty") {
    for (const fault of reading.faults) console.error(printFault(fault));
    return 1;
  }
  const everyMutation = [...documentMutations, ...contractMutations, ...typesMutations];
  const mutations = everyMutation.filter(({ name }) => name.includes(settings.only));
  if (mutations.length === 0) {
    console.error(`No mutation has "${settings.only}" in its name.\n\n${usage}`);
    return 2;
  }
  console.log(`seed ${settings.seed}\n${row("changed", "what changes", gateNames)}`);
  const falseAlarms = await runMutation(reading.document, nothing, settings.seed);
  if (falseAlarms.length > 0) {
    console.error(
      `${printCatches(nothing, falseAlarms, true)}\nmend this first: a gate that always rings catches nothing`,
    );
    return 1;
  }
  const catchesOfAll = await runSideBySide(
    mutations,
    (mutation) => runMutation(reading.document, mutation, settings.seed),
    {
      laneCount: availableParallelism(),
      tell: (mutation, catches) => console.log(printCatches(mutation, catches, settings.verbose)),
    },
  );
  const caught = catchesOfAll.filter((catches, index) => isCaught(mutations[index] as Mutation, catches));
  const alone = comparingGates.map((gate) => ({
    gate,
    count: caught.filter((each) => isAlone(gate, each)).length,
  }));
  console.log(`\ncaught by one gate alone: ${alone.map(({ gate, count }) => `${gate} ${count}`).join(", ")}`);
  console.log(`${caught.length} of ${mutations.length} caught`);
  const isEveryGateNeeded = settings.only !== "" || alone.every(({ count }) => count > 0);
  return caught.length === mutations.length && isEveryGateNeeded ? 0 : 1;
}

/** Change control notices any change of the document, so for those it is not enough, and neither may it fail to. */
function isCaught(mutation: Mutation, catches: readonly Catch[]): boolean {
  const isCompared = catches.some(({ gate }) => comparingGates.includes(gate));
  return isCompared && (mutation.kind !== "document" || catches.some(({ gate }) => gate === "change"));
}

function isAlone(gate: GateName, catches: readonly Catch[]): boolean {
  return catches.length === 1 && catches[0]?.gate === gate;
}

function printCatches(mutation: Mutation, catches: readonly Catch[], verbose: boolean): string {
  const gates = gateNames.map((gate) => (catches.some((each) => each.gate === gate) ? gate : ""));
  const line = row(mutation.kind, mutation.name, isCaught(mutation, catches) ? gates : ["NOT CAUGHT"]);
  if (!verbose) return line;
  return [line, ...catches.map(({ gate, said }) => `    ${gate}: ${said}`)].join("\n");
}

function row(kind: string, name: string, cells: readonly string[]): string {
  const widths = gateNames.map((gate) => gate.length + 2);
  const shown = cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join("");
  return `${kind.padEnd(10)}${name.padEnd(52)}${shown}`.trimEnd();
}

type Settings = { readonly only: string; readonly seed: number; readonly verbose: boolean };

/** The settings, or what is wrong with the words; no words of complaint where help was asked for. */
function readSettings(words: readonly string[]): Settings | string {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        only: { type: "string", default: "" },
        seed: { type: "string" },
        verbose: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
    if (values.help) return "";
    const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(values.seed);
    return Number.isInteger(seed)
      ? { ...values, seed }
      : `--seed has to be a whole number, not ${values.seed}`;
  } catch (failure) {
    return failure instanceof Error ? failure.message : String(failure);
  }
}
