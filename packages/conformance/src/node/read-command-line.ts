import { parseArgs } from "node:util";

/** What was asked for on the command line. */
export type CommandLine = {
  readonly address: URL | undefined;
  readonly token: string | undefined;
  readonly account: string | undefined;
  readonly symbol: string | undefined;
  readonly plan: string | undefined;
  readonly only: string;
  readonly junit: string | undefined;
  readonly json: string | undefined;
  readonly timeoutMs: number;
  readonly wants: Readonly<Record<"help" | "list" | "house" | "verbose", boolean>>;
};

/** Reads the command line, or says in a sentence what is wrong with it. */
export function readCommandLine(words: readonly string[]): CommandLine | { readonly fault: string } {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        token: { type: "string" },
        account: { type: "string" },
        symbol: { type: "string" },
        plan: { type: "string" },
        only: { type: "string", default: "" },
        junit: { type: "string" },
        json: { type: "string" },
        timeout: { type: "string", default: "20000" },
        list: { type: "boolean", default: false },
        house: { type: "boolean", default: false },
        verbose: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
    const { help, list, house, verbose, timeout, token, account, symbol, plan, junit, json, only } = values;
    const address = readAddress(positionals[0]);
    if (positionals.length > 1)
      return { fault: `One address is asked at a time; ${positionals.length} were given.` };
    if (typeof address === "string") return { fault: address };
    if (address === undefined && !help && !list)
      return { fault: "The address of the deployment is missing." };
    if (!/^\d{1,7}$/.test(timeout) || Number(timeout) === 0)
      return { fault: "--timeout takes a number of milliseconds." };
    if (account !== undefined && symbol === undefined)
      return { fault: "--account takes a --symbol beside it." };
    if (token === "") return { fault: "--token takes a token, and an empty one is none." };
    const files = { plan, junit, json };
    const named = { address, token, account, symbol, only };
    return { ...named, ...files, timeoutMs: Number(timeout), wants: { help, list, house, verbose } };
  } catch (failure) {
    return { fault: failure instanceof Error ? failure.message : String(failure) };
  }
}

function readAddress(word: string | undefined): URL | string | undefined {
  if (word === undefined) return undefined;
  const address = URL.canParse(word) ? new URL(word) : undefined;
  if (address === undefined || !/^https?:$/.test(address.protocol))
    return `${word} is no http:// or https:// address.`;
  if (address.search !== "" || address.hash !== "") return "The address takes no query and no fragment.";
  if (address.username !== "" || address.password !== "")
    return "The address takes no user; name a token by --token.";
  return address;
}
