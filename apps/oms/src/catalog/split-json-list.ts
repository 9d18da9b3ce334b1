import { FileFault } from "./file-fault.ts";

/** The text of one object of a list, and the line that it begins on. */
export type JsonItem = { readonly line: number; readonly text: string };

type Expected = "list" | "first" | "item" | "comma" | "nothing";

/**
 * Splits a JSON list of objects into the texts of its objects, so that a list of any length takes little memory. What
 * stands in an object is not looked into.
 */
export async function* splitJsonList(blocks: AsyncIterable<Buffer>): AsyncGenerator<JsonItem> {
  let expected: Expected = "list";
  let line = 1;
  let lineOfItem = 1;
  let gathered = "";
  let depth = 0;
  let isInText = false;
  let isEscaped = false;
  for await (const block of blocks) {
    const text = block.toString("utf8");
    let start = 0;
    for (let index = 0; index < text.length; index += 1) {
      const character = text[index] ?? "";
      if (character === "\n") line += 1;
      if (depth === 0) {
        expected = step(expected, character, line);
        if (character !== "{") continue;
        depth = 1;
        start = index;
        lineOfItem = line;
      } else if (isInText) {
        if (isEscaped) isEscaped = false;
        else if (character === "\\") isEscaped = true;
        else if (character === '"') isInText = false;
      } else if (character === '"') isInText = true;
      else if (character === "{") depth += 1;
      else if (character === "}") {
        depth -= 1;
        if (depth > 0) continue;
        yield { line: lineOfItem, text: gathered + text.slice(start, index + 1) };
        gathered = "";
      }
    }
    if (depth > 0) {
      gathered += text.slice(start);
      if (gathered.length > itemLengthMax)
        throw new FileFault(lineOfItem, "the object is longer than 1 MiB.");
    }
  }
  if (depth > 0)
    throw new FileFault(lineOfItem, "the object that begins here is not closed: close it with }.");
  if (expected === "list") throw new FileFault(line, "the file is empty: write a list of objects.");
  if (expected !== "nothing")
    throw new FileFault(line, "the list is not closed: the file ends before its ].");
}

const itemLengthMax = 1_048_576;

/** What may follow, between the objects of the list, on one character. */
function step(expected: Expected, character: string, line: number): Expected {
  if (/\s/.test(character)) return expected;
  if (expected === "list" && character === "[") return "first";
  if ((expected === "first" || expected === "item") && character === "{") return "comma";
  if ((expected === "first" || expected === "comma") && character === "]") return "nothing";
  if (expected === "comma" && character === ",") return "item";
  throw new FileFault(line, `${JSON.stringify(character)} stands where ${awaited[expected]} is expected.`);
}

const awaited: Readonly<Record<Expected, string>> = {
  list: "the [ of a list of objects",
  first: "the { of an object, or the ] of the list,",
  item: "the { of an object",
  comma: "a comma, or the ] of the list,",
  nothing: "the end of the file",
};
