import { relative } from "node:path";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { type Fault, printFault } from "../read/parse-yaml.ts";

/** The output of a command. */
export type Output = Pick<Console, "log" | "error">;

type Options = NonNullable<ParseArgsConfig["options"]>;
type Values<Known extends Options> = ReturnType<typeof parseArgs<{ readonly options: Known }>>["values"];

/** A command line and its options; `--help` is added. */
type CommandLine<Known extends Options> = {
  readonly words: readonly string[];
  readonly options: Known;
  readonly usage: string;
  readonly output: Output;
  /** The maximum number of positional arguments. */
  readonly positionalsMax?: number;
};

/** Parses a command line. Returns an exit code if the command is done: 0 after `--help`, 2 after an error. */
export function readCommand<const Known extends Options>({
  words,
  options,
  usage,
  output,
  positionalsMax = 0,
}: CommandLine<Known>):
  | { readonly values: Values<Known>; readonly positionals: readonly string[] }
  | { readonly exitCode: number } {
  try {
    const config: ParseArgsConfig = {
      // Some package managers pass on the `--` that ends their own options.
      args: words.filter((word) => word !== "--"),
      options: { ...options, help: { type: "boolean", default: false } },
      allowPositionals: true,
    };
    const { values, positionals } = parseArgs(config);
    if (positionals.length > positionalsMax) throw new Error(`Unexpected argument '${positionals.at(-1)}'`);
    if (values["help"] !== true) return { values: values as Values<Known>, positionals };
    output.log(usage);
    return { exitCode: 0 };
  } catch (failure) {
    output.error(`${failure instanceof Error ? failure.message : failure}\n\n${usage}`);
    return { exitCode: 2 };
  }
}

/** Prints each fault with its path as seen from a folder. */
export function reportFaults(faults: readonly Fault[], folder: string, output: Output): void {
  for (const fault of faults) output.error(printFault({ ...fault, path: relative(folder, fault.path) }));
}
