import { createConfig, lintFromString, lintDocument } from "@redocly/openapi-core";
import { readFile } from "node:fs/promises";
const text = await readFile(process.argv[2]!, "utf8");
const config = await createConfig({ extends: ["recommended-strict"] });
const p = await lintFromString({ source: text, absoluteRef: process.cwd() + "/../../openapi/openapi.yaml", config });
for (const q of p) console.log(q.severity, q.ruleId, q.message, JSON.stringify(q.location.map(l => [l.pointer, (l as any).start])));
console.log(p.length, Object.entries(config.rules?.oas3_1 ?? {}).map(([k,v]) => k + ":" + (typeof v === "string" ? v : (v as any).severity)).join(" "));
