import type { Language } from "@trading-oms/id-card";

/** A language range with an optional weight (RFC 9110, 12.5.4). Only the primary subtag matters: `vi-VN` is `vi`. */
const rangePattern =
  /^[ \t]*(\*|[a-z]{1,8})(?:-[a-z0-9]{1,8})*(?:[ \t]*;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?[ \t]*$/i;

/**
 * The language that an `Accept-Language` prefers, English if neither is asked for. Of equal weights the first named wins; malformed
 * ranges are ignored. `accepts` of Hono takes `vi-VN` for another language than `vi`, and a malformed weight for 1.
 */
export function languageOf(header = ""): Language {
  const weights = new Map<string, number>();
  for (const range of header.split(",")) {
    const [, tag, weight = "1"] = rangePattern.exec(range) ?? [];
    if (tag === undefined) continue;
    const key = tag.toLowerCase();
    weights.set(key, Math.max(Number(weight), weights.get(key) ?? 0));
  }
  const weightOf = (language: Language) => weights.get(language) ?? weights.get("*") ?? 0;
  const [english, vietnamese] = [weightOf("en"), weightOf("vi")];
  if (english !== vietnamese) return vietnamese > english ? "vi" : "en";
  const firstNamed = [...weights.keys()].find((tag) => tag === "en" || tag === "vi");
  return vietnamese > 0 && firstNamed === "vi" ? "vi" : "en";
}
