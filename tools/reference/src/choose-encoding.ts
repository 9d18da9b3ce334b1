import { type Encoding, encodings } from "./make-content.ts";

/** The encoding to answer in, or undefined where the body is to be sent as it is. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding | undefined {
  const weights = readWeights(acceptEncoding ?? "");
  const weightOf = (encoding: string): number => weights.get(encoding) ?? weights.get("*") ?? 0;
  const [best] = encodings
    .filter((encoding) => weightOf(encoding) > 0)
    .sort((a, b) => weightOf(b) - weightOf(a));
  return best;
}

function readWeights(header: string): ReadonlyMap<string, number> {
  const entries = header.split(",").map((element): [string, number] => {
    const [name = "", ...parameters] = element.split(";").map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith("q="));
    return [name, quality === undefined ? 1 : Number(quality.slice(2)) || 0];
  });
  return new Map(entries);
}
