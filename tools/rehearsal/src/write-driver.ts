import { exportedFunctions } from "./list-examples.ts";

/** What each exported function of an example is called with, as it is written in a program. */
const inputs: Readonly<Record<string, string>> = {
  describeRatio: '{ symbol: "FPT", marginRatio: 0.5 }',
  isUrgent: '{ type: "MarginCall" }',
  readCard: "new Blob([Uint8Array.of(255, 216, 255)]), new Blob([Uint8Array.of(255, 216, 254)])",
  readCardFiles: '"front.jpg", "back.jpg"',
  sizeOf: "{ notifications: [], limit: 50, offset: 0 }",
};

/**
 * A program that runs an example, calls each function that it exports, and reports the lines that came of it: to the
 * page that it runs in where that listens, and otherwise on stdout.
 */
export function writeDriver(module: string, text: string): string {
  const calls = exportedFunctions(text).map((name) => {
    const input = inputs[name];
    if (input === undefined) {
      throw new Error(`${module} exports ${name}; say in write-driver.ts what it is called with.`);
    }
    return `console.log("${name} gives", JSON.stringify(await example.${name}(${input})));`;
  });
  return `const lines = [];
console.log = (...words) => lines.push(words.map(String).join(" "));
const example = await import("${module}");
${calls.join("\n")}
(globalThis.report ?? ((told) => process.stdout.write(told)))(JSON.stringify(lines));
`;
}
