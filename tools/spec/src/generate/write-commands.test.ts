import { expect, test } from "vitest";
import { readRegistered, type SoundDocument } from "../read/read-document.ts";
import { documents } from "../read/registry.ts";
import { writeCommands } from "./write-commands.ts";

async function read(name: string): Promise<SoundDocument> {
  const entry = documents.find((each) => each.name === name);
  if (entry === undefined) throw new Error(`There is no document ${name}.`);
  return readRegistered(entry);
}

const sources = await Promise.all(["specified", "companion", "operator"].map(read));

/** The operations as data. */
function operationsIn(text: string): Record<string, { words: string[]; inputs: Record<string, object> }> {
  return JSON.parse(text.slice(text.indexOf("OperationSpec>> = ") + 18).replace(/;\n$/, ""));
}

test("an operation is called by its id, noun first, and takes what its path, query and body have", () => {
  const { listCalls, addContact, listDayMinutes } = operationsIn(writeCommands(sources));
  expect(listDayMinutes?.words).toEqual(["day-minutes", "list"]);
  expect(listCalls).toMatchObject({
    words: ["calls", "list"],
    summary: "List the open calls.",
    hasBody: false,
  });
  expect(listCalls?.inputs).toMatchObject({
    state: { in: "query", kind: "string", choices: ["called", "forceClose", "recovered"] },
    limit: { in: "query", kind: "integer" },
  });
  expect(addContact).toMatchObject({ hasBody: true, hasKey: true, role: "operator" });
  expect(addContact?.inputs).toMatchObject({
    accountId: { in: "path", kind: "string", isRequired: true },
    method: { in: "body", isRequired: true },
    promisedAmount: { in: "body", kind: "integer" },
    promisedUntil: { in: "body", kind: "time" },
  });
  expect(addContact?.inputs).not.toHaveProperty("promisedUntil.isRequired");
});

test("streams and what is for apps are no commands", () => {
  const operations = operationsIn(writeCommands(sources));
  expect(Object.keys(operations)).not.toContain("streamLive");
  expect(Object.keys(operations)).not.toContain("searchSymbols");
  expect(Object.values(operations).length).toBeGreaterThan(25);
});
