import type { DocumentEncoding } from "./documents.ts";

/** Less than the smallest weight that can be written: what nobody spoke of is taken where nothing else is. */
const unspokenWeight = 0.0001;

/** The encoding to answer in: of those offered, the one the client weighs most; of equals, the one offered first. */
export function chooseEncoding(
  offered: readonly DocumentEncoding[],
  acceptEncoding: string | null,
): DocumentEncoding {
  const weights = readWeights(acceptEncoding ?? "");
  const weightOf = (encoding: DocumentEncoding): number =>
    weights.get(encoding) ?? weights.get("*") ?? (encoding === "identity" ? unspokenWeight : 0);
  const [best] = offered
    .filter((encoding) => weightOf(encoding) > 0)
    .sort((one, other) => weightOf(other) - weightOf(one));
  // Who takes nothing at all is better served with what everybody can read than with a refusal.
  return best ?? "identity";
}

function readWeights(header: string): ReadonlyMap<string, number> {
  const entries = header.split(",").map((element): [string, number] => {
    const [name = "", ...parameters] = element.split(";").map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith("q="));
    return [name, quality === undefined ? 1 : Number(quality.slice(2)) || 0];
  });
  return new Map(entries);
}
