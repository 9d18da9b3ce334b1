import { isFields } from "../walk-document.ts";
import { compareWidth, type Width } from "./compare-width.ts";
import type { Direction } from "./find-directions.ts";
import type { Judged, Rule, Verdict } from "./verdict.ts";

/** Judges the change of a keyword of a schema, in each direction in which the schema is read; the worse counts. */
export function judgeSchemaChange(key: string, change: Judged): Verdict {
  const verdicts = change.directions.map((direction) => judgeOneWay(key, direction, change));
  return verdicts.find(({ weight }) => weight === "breaking") ?? verdicts[0] ?? unknownChange;
}

/** What is not known to be harmless is taken for harmful. */
const unknownChange: Verdict = { weight: "breaking", reason: "no rule says that this is harmless" };

const breaks = (reason: string): Verdict => ({ weight: "breaking", reason });
const agrees = (reason: string): Verdict => ({ weight: "compatible", reason });

function judgeOneWay(key: string, direction: Direction, change: Judged): Verdict {
  const compare = Object.hasOwn(compareWidth, key) ? compareWidth[key] : undefined;
  if (compare !== undefined) return verdictsOfWidth[direction][compare(change.before, change.after)];
  const rule = Object.hasOwn(rules[direction], key) ? rules[direction][key] : undefined;
  return rule === undefined ? unknownChange : rule(change);
}

const verdictsOfWidth: Readonly<Record<Direction, Readonly<Record<Width, Verdict>>>> = {
  request: {
    narrower: breaks("requests that were accepted may be refused"),
    wider: agrees("requests that were accepted still are"),
    other: breaks("requests that were accepted may be refused"),
  },
  response: {
    narrower: agrees("answers hold nothing that readers did not expect before"),
    wider: breaks("answers may hold what readers do not expect"),
    other: breaks("answers may hold what readers do not expect"),
  },
};

/** The changes of a keyword that are no matter of width alone. */
const rules: Readonly<Record<Direction, Readonly<Record<string, Rule>>>> = {
  request: {
    default: judgeDefault,
    properties: ({ before, after, ownerBefore }) => {
      if (after === undefined) return breaks("requests that send it are refused, or it is passed over");
      if (before !== undefined) return unknownChange;
      if (isClosed(ownerBefore)) return agrees("requests without it still hold");
      return breaks("the object was open, so requests may already send a member of that name with any value");
    },
    additionalProperties: ({ before, after }) =>
      after === true || before === false
        ? agrees("requests that were accepted still are")
        : breaks("requests with further members may be refused"),
    $ref: judgeReference,
  },
  response: {
    default: judgeDefault,
    properties: ({ before, after, ownerBefore }) => {
      if (after === undefined) return breaks("readers miss it");
      if (before !== undefined) return unknownChange;
      if (isClosed(ownerBefore))
        return breaks("the object was closed, so readers may refuse a further member");
      return agrees("readers accept members that they do not know");
    },
    additionalProperties: ({ before, after }) =>
      before === undefined && after === true
        ? agrees("readers accept members that they do not know")
        : breaks("what readers may find beside the named members has changed"),
    $ref: judgeReference,
  },
};

function judgeDefault({ before }: Judged): Verdict {
  if (before === undefined) return agrees("what was left to the service is now said");
  return breaks("whoever leaves it out is understood differently");
}

function judgeReference(): Verdict {
  return breaks("another schema stands here, and with it another type in clients");
}

function isClosed(schema: unknown): boolean {
  return isFields(schema) && schema["additionalProperties"] === false;
}
