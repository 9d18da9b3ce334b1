import {
  documents,
  kebab,
  listMembers,
  listOperations,
  operationNameOf,
  readMeasure,
} from "@trading-oms/spec";
import { expect, test } from "vitest";
import { checkAnswer } from "./testing/check-answer.ts";

const ours = documents.filter(({ isOurs }) => isOurs);
const operations = (
  await Promise.all(
    ours.map(async (entry) => {
      const measure = await readMeasure(entry);
      return listOperations(measure.document).map((operation) => ({ entry, measure, operation }));
    }),
  )
).flat();

/** Finds documented members that an operation never sends. Its folder lists answers that together have every member. */
test.each(operations.map((each) => [operationNameOf(each.entry, each.operation.id), each] as const))(
  "%s sends every member that its document has",
  async (name, { entry, measure, operation }) => {
    const place = `./operations/${entry.name}/${kebab(operation.id)}/testing/answers.ts`;
    const { listAnswers } = (await import(place)) as { readonly listAnswers: () => Promise<Response[]> };
    const bodies = [];
    for (const answer of await listAnswers()) {
      const { status, body } = await checkAnswer(name, answer);
      expect(status).toBe(200);
      bodies.push(body);
    }
    const { documented, sent } = listMembers(measure.document, operation, bodies);
    expect(documented.filter((member) => !sent.includes(member))).toEqual([]);
  },
);
