import { resolve } from "node:path";
import type { Fault } from "./parse-yaml.ts";
import type { SoundDocument } from "./read-document.ts";

/**
 * Holds the document against Redocly's strictest rule set, in which every warning is an error.
 *
 * No rule of it is switched off. References that leave the document are refused before, so nothing is fetched.
 */
export async function checkWithRedocly({
  path,
  text,
}: Pick<SoundDocument, "path" | "text">): Promise<Fault[]> {
  // To load it takes longer than all else of this package together, and most who come for a document never ask it.
  const { createConfig, getLineColLocation, lintFromString } = await import("@redocly/openapi-core");
  const config = await createConfig({ extends: ["recommended-strict"] });
  const problems = await lintFromString({ source: text, absoluteRef: resolve(path), config });
  return problems.map(({ location, message, ruleId }) => {
    const [first] = location;
    const start = first === undefined ? undefined : getLineColLocation(first).start;
    return {
      path,
      line: start?.line ?? 1,
      column: start?.col ?? 1,
      message: `${message.trim().replaceAll(/\s*\n\s*/g, " ")} (Redocly's ${ruleId})`,
    };
  });
}
