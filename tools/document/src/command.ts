import { type ParseArgsConfig, parseArgs } from "node:util";

/** Where a command prints. */
export type Output = Pick<Console, "log" | "error">;

type Options = NonNullable<ParseArgsConfig["options"]>;
type Values<Known extends Options> = ReturnType<typeof parseArgs<{ readonly options: Known }>>["values"];

/** A command line and what may stand on it; `--help` is added. */
type CommandLine<Known extends Options> = {
  readonly words: readonly string[];
  readonly options: Known;
  readonly usage: string;
  readonly output: Output;
  /** How many words without a dash it takes. */
  readonly positionalsMax?: number;
};

/** Reads a command line. Where there is nothing more to do, the exit code: 0 after `--help`, 2 after a wrong use. */
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
      // Package managers differ in whether they pass on the "--" that ends their own options.
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
