import { join } from "node:path";
import { type Figure, format, type Measured } from "../figures.ts";
import {
  bytesMax,
  countInstantiations,
  entryBytesMax,
  instantiationsMax,
  measureSize,
  programs,
} from "./client-cost.ts";

/**
 * Bundle size and compile cost of `@trading-oms/client`, beside openapi-fetch with the same types. Our client retries,
 * follows pages, encodes images and has one typed error; openapi-fetch does none of these.
 */
export async function benchClient(): Promise<Measured> {
  const sizeOf = (program: string) => measureSize(join(programs, program));
  // Compiles the five-call programs as well, to prove that they type-check before they are measured.
  for (const name of ["own", "openapi-fetch"]) await countInstantiations(`${name}/five-calls.ts`);
  const [everything, two, five] = [
    await sizeOf("own/everything.ts"),
    await sizeOf("own/two-calls.ts"),
    await sizeOf("own/five-calls.ts"),
  ];
  const peerTwo = await sizeOf("openapi-fetch/two-calls.ts");
  const peerFive = await sizeOf("openapi-fetch/five-calls.ts");
  const peerCost = await countInstantiations("openapi-fetch/two-calls.ts");
  const bytes = (what: string, value: number, peer: number): Figure => ({
    what,
    value,
    unit: "bytes gzip",
    beside: `openapi-fetch ${format(peer, "bytes")}`,
  });
  const cost = async (what: string, program: string, changes?: object): Promise<Figure> => ({
    what,
    value: await countInstantiations(program, changes),
    unit: "instantiations",
    atMost: instantiationsMax,
    beside: changes === undefined ? `openapi-fetch ${format(peerCost, "")}` : undefined,
  });
  const added = async (entry: keyof typeof entryBytesMax): Promise<Figure> => ({
    what: `what /${entry} adds to it`,
    value: (await sizeOf(`own/with-${entry}.ts`)) - everything,
    unit: "bytes gzip",
    atMost: entryBytesMax[entry],
  });
  const figures = [
    { what: "all that the client exports", value: everything, unit: "bytes gzip", atMost: bytesMax },
    await added("companion"),
    await added("live"),
    await added("operator"),
    await added("query"),
    bytes("two calls", two, peerTwo),
    bytes("all five calls", five, peerFive),
    await cost("two calls by name", "own/two-calls.ts"),
    await cost("two calls by path", "own/two-calls-by-path.ts"),
    await cost("the types alone, libraries checked", "types.ts", {
      skipLibCheck: false,
      lib: ["es2022"],
    }),
  ];
  const bars = [
    { label: "ours, two calls", value: two, isOurs: true },
    { label: "openapi-fetch, two", value: peerTwo },
    { label: "ours, five calls", value: five, isOurs: true },
    { label: "openapi-fetch, five", value: peerFive },
  ];
  return { figures, charts: [{ name: "bytes", title: "Client in gzip", unit: "bytes", bars }] };
}
