import { writeCanonically } from "./write-canonically.ts";

/** How what a keyword lets through has changed: less than before, more, or neither of the two for certain. */
export type Width = "narrower" | "wider" | "other";

/** Compares what a keyword of a schema let through with what it lets through now; undefined is its absence. */
export type CompareWidth = (before: unknown, after: unknown) => Width;

/** The keywords whose change is a matter of width alone, each with its comparison. */
export const compareWidth: Readonly<Record<string, CompareWidth>> = {
  minimum: compareFloors,
  minLength: compareFloors,
  maximum: compareCeilings,
  maxLength: compareCeilings,
  multipleOf: compareSteps,
  pattern: comparePresence,
  format: comparePresence,
  contentEncoding: comparePresence,
  enum: compareSets((member, others) => others.has(member)),
  anyOf: compareSets((member, others) => others.has(member)),
  type: compareSets(
    (member, others) => others.has(member) || (member === '"integer"' && others.has('"number"')),
  ),
  required: compareDemands,
};

/** Without a floor nothing is refused, so one that comes narrows and one that goes widens. */
function compareFloors(before: unknown, after: unknown): Width {
  if (before === undefined || after === undefined) return comparePresence(before, after);
  if (typeof before !== "number" || typeof after !== "number") return "other";
  return after > before ? "narrower" : "wider";
}

/** The same floor upside down; the coming and going of a ceiling are those of a floor. */
function compareCeilings(before: unknown, after: unknown): Width {
  if (before === undefined || after === undefined) return comparePresence(before, after);
  return compareFloors(after, before);
}

/** A quotient that floating point leaves uneven is taken for uneven, which errs on the strict side. */
function compareSteps(before: unknown, after: unknown): Width {
  if (before === undefined || after === undefined) return comparePresence(before, after);
  if (typeof before !== "number" || typeof after !== "number") return "other";
  if (Number.isInteger(after / before)) return "narrower";
  return Number.isInteger(before / after) ? "wider" : "other";
}

/** Whether one pattern lets through all that another does cannot be told in general. */
function comparePresence(before: unknown, after: unknown): Width {
  if (before === undefined) return "narrower";
  return after === undefined ? "wider" : "other";
}

/** A list of what is let through: one more member is wider, and no list at all lets everything through. */
function compareSets(holds: (member: string, others: ReadonlySet<string>) => boolean): CompareWidth {
  return (before, after) => {
    if (before === undefined || after === undefined) return comparePresence(before, after);
    const former = membersOf(before);
    const latter = membersOf(after);
    if ([...latter].every((member) => holds(member, former))) return "narrower";
    return [...former].every((member) => holds(member, latter)) ? "wider" : "other";
  };
}

/** A list of what is asked for: one more member is narrower, and no list asks for nothing. */
function compareDemands(before: unknown, after: unknown): Width {
  const former = membersOf(before ?? []);
  const latter = membersOf(after ?? []);
  if ([...former].every((member) => latter.has(member))) return "narrower";
  return [...latter].every((member) => former.has(member)) ? "wider" : "other";
}

function membersOf(list: unknown): Set<string> {
  return new Set((Array.isArray(list) ? list : [list]).map(writeCanonically));
}
