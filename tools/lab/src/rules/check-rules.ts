import { readTree } from "./read-tree.ts";
import { rules } from "./rules.ts";

const tree = readTree(".");
const findings = rules.flatMap(({ name, mend, find }) =>
  [...find(tree)].map(({ path, line, wrong }) => `${path}:${line}: ${wrong} [${name}] ${mend}`),
);
console.log([...findings, `${rules.length} rules of ours, ${findings.length} findings`].join("\n"));
process.exitCode = findings.length === 0 ? 0 : 1;
