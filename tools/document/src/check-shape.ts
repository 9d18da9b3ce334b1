import type { Complaint } from "./check-vocabulary.ts";
import { neededKeys, type ObjectKind, type Part, partAt, type ValueType } from "./grammar.ts";
import { type Fields, isFields, type Pointer, walkDocument } from "./walk-document.ts";

/** Complains of everything that is not of its type, and of every object that lacks what it makes no sense without. */
export function checkShape(document: unknown): Complaint[] {
  const complaints: Complaint[] = [];
  walkDocument(document, (kind, pointer, fields) => {
    if ("$ref" in fields) return;
    complaints.push(...missingKeys(kind, pointer, fields), ...misshapenMembers(kind, pointer, fields));
  });
  return complaints;
}

function missingKeys(kind: ObjectKind, pointer: Pointer, fields: Fields): Complaint[] {
  return neededKeys(kind)
    .filter((key) => fields[key] === undefined)
    .map((key) => ({ pointer, message: `lacks "${key}", without which this ${kind} makes no sense` }));
}

function misshapenMembers(kind: ObjectKind, pointer: Pointer, fields: Fields): Complaint[] {
  return Object.entries(fields).flatMap(([key, member]) => {
    const part = partAt(kind, key);
    return part === undefined ? [] : misshapenMember([...pointer, key], part, member);
  });
}

function misshapenMember(pointer: Pointer, part: Part, member: unknown): Complaint[] {
  switch (part.form) {
    case "value":
      return isOfType[part.type](member) ? [] : [{ pointer, message: `has to be ${words[part.type]}` }];
    case "one":
      if (isFields(member) || (part.type === "flag" && typeof member === "boolean")) return [];
      return [{ pointer, message: `has to be an object that says what the ${part.kind} is` }];
    case "many":
      if (!Array.isArray(member)) return [{ pointer, message: "has to be a list" }];
      return member.flatMap((each, index) => misshapenChild([...pointer, String(index)], part.kind, each));
    case "named":
      if (!isFields(member)) return [{ pointer, message: `has to be an object of one ${part.kind} a name` }];
      return Object.entries(member).flatMap(([name, each]) =>
        misshapenChild([...pointer, name], part.kind, each),
      );
  }
}

function misshapenChild(pointer: Pointer, kind: string, child: unknown): Complaint[] {
  return isFields(child) ? [] : [{ pointer, message: `has to be an object that says what the ${kind} is` }];
}

const words: Readonly<Record<ValueType, string>> = {
  text: "a text; put it in quotes where YAML takes it for something else",
  texts: "a list of texts",
  number: "a number",
  flag: "true or false",
  list: "a list",
  anything: "anything",
};

const isText = (member: unknown): boolean => typeof member === "string";

const isOfType: Readonly<Record<ValueType, (member: unknown) => boolean>> = {
  text: isText,
  texts: (member) => Array.isArray(member) && member.every(isText),
  number: (member) => typeof member === "number",
  flag: (member) => typeof member === "boolean",
  list: (member) => Array.isArray(member),
  anything: () => true,
};
