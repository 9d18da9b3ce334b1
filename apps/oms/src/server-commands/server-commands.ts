import { type Command, type CommandInput, type CommandOption, UsageFault } from "../cli/command.ts";
import { priceOf } from "../cli/json.ts";
import { readChoice, readCount, readKey, readPrice, readTime } from "../cli/values.ts";
import { kebab, type OperationInput, type OperationSpec, placeholderOf } from "./operation-spec.ts";
import { operations } from "./operations.gen.ts";
import { renderAnswer } from "./render-answer.ts";
import { sendRequest, serverOption } from "./send-request.ts";

/** Makes a command of each operation of the documents but those with these ids. */
export function makeServerCommands(leftOut: readonly string[]): readonly Command[] {
  return Object.entries(operations).flatMap(([id, operation]) =>
    leftOut.includes(id) ? [] : [commandOf(id, operation)],
  );
}

function commandOf(id: string, operation: OperationSpec): Command {
  const { words, summary, about, inputs, hasBody, hasKey } = operation;
  const entries = Object.entries(inputs);
  const pathNames = entries.filter(([, input]) => input.in === "path").map(([name]) => name);
  const options = entries.filter(([, input]) => input.in !== "path");
  return {
    words,
    argumentNames: pathNames.map(placeholderOf),
    options: {
      ...Object.fromEntries(options.map(([name, input]) => [kebab(name), optionOf(name, input)])),
      ...(hasKey && { key: keyOption }),
      server: serverOption,
    },
    summary,
    about,
    example: exampleOf(operation),
    run: async (input, { say, world }) => {
      const valuesIn = (place: OperationInput["in"]): Readonly<Record<string, unknown>> =>
        Object.fromEntries(
          options
            .filter(([, each]) => each.in === place)
            .map(([name, each]) => [name, readInput(input, name, each)]),
        );
      const [query, members] = [valuesIn("query"), valuesIn("body")];
      const key = input.option("key");
      const answer = await sendRequest(
        {
          id,
          operation,
          server: input.option("server"),
          path: pathNames.map((name) => input.argument(placeholderOf(name))),
          body: hasBody ? ((members["body"] ?? members) as object) : undefined,
          query,
          key: hasKey ? (key === undefined ? world.makeId() : readKey("--key", key)) : undefined,
        },
        world,
      );
      const more = moreOf(operation, query, answer as Readonly<Record<string, unknown>>);
      if (more !== undefined) say(`There are more: ${more}`);
      return { json: answer, lines: renderAnswer(id, answer) };
    },
  };
}

/** The option that leads to the next page; undefined after the last. */
function moreOf(
  { pagesBy }: OperationSpec,
  { offset = 0 }: Readonly<Record<string, unknown>>,
  { total, nextCursor, ...members }: Readonly<Record<string, unknown>>,
): string | undefined {
  if (pagesBy === "cursor") return typeof nextCursor === "number" ? `--cursor ${nextCursor}` : undefined;
  const list = Object.values(members).find(Array.isArray) ?? [];
  const end = Number(offset) + list.length;
  return pagesBy === "offset" && list.length > 0 && Number(total) > end ? `--offset ${end}` : undefined;
}

const keyOption: CommandOption = {
  value: "KEY",
  about: "the idempotency key, which makes a repeat safe",
  otherwise: "a new one",
};

function optionOf(name: string, { kind, about, choices, isRequired = false }: OperationInput): CommandOption {
  const values: Partial<Record<OperationInput["kind"], string>> = { boolean: "yes|no", json: "JSON" };
  const text =
    about.replace(/,? in Unix milliseconds|\.$/g, "") +
    (kind === "time" ? ", such as 2026-06-02T03:00:00Z" : "");
  return {
    value: values[kind] ?? placeholderOf(name).replace(/^.*-/, ""),
    about: choices === undefined ? text : `${text}: ${choices.join(", ")}`,
    isRequired,
  };
}

/** The request that is the example of the operation, as a line for a shell. */
function exampleOf({ words, inputs, example }: OperationSpec): string {
  const values = Object.entries(example).map(([name, value]) => {
    const text = value instanceof Object ? JSON.stringify(value) : spell(value);
    const word = /^[\w.:+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
    return inputs[name]?.in === "path" ? word : `--${kebab(name)} ${word}`;
  });
  return ["oms", ...words, ...values].join(" ");
}

function spell(value: unknown): string {
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
}

function readInput(input: CommandInput, name: string, { kind, choices }: OperationInput): unknown {
  const option = `--${kebab(name)}`;
  const text = input.option(kebab(name));
  if (text === undefined) return undefined;
  if (choices !== undefined && kind === "string") return readChoice(option, text, choices);
  switch (kind) {
    case "integer":
      return readCount(option, text, {
        countMin: Number.MIN_SAFE_INTEGER,
        countMax: Number.MAX_SAFE_INTEGER,
      });
    case "number":
      // How a price is written depends on its symbol.
      return name === "price"
        ? priceOf(readPrice(option, text, input.argument("SYMBOL")))
        : readNumber(option, text);
    case "time":
      return /^[0-9]{12,15}$/.test(text.replaceAll(",", ""))
        ? Number(text.replaceAll(",", ""))
        : readTime(option, text);
    case "boolean":
      return readChoice(option, text, ["yes", "no"]) === "yes";
    case "json":
      return readJson(option, text);
    default:
      return text;
  }
}

/** Reads a decimal; in one, a comma may be a group or a decimal, so it is neither. */
function readNumber(option: string, text: string): number {
  if (/^-?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)$/.test(text)) return Number(text);
  throw new UsageFault(`${option} is "${text}": write a decimal such as 0.5.`);
}

function readJson(option: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageFault(`${option} is no JSON: write it in quotation marks, as the API takes it.`);
  }
}
