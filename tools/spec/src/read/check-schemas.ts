import { asList, type Complaint, type Fields, type Pointer, walkDocument } from "../grammar/walk-document.ts";
import { schemaValidator, type ValidatorMaker } from "./schema-validator.ts";

/** Reports invalid schemas, and defaults and examples that their own schema rejects. */
export function checkSchemas(document: Fields): Complaint[] {
  const validatorOf = schemaValidator(document);
  const complaints = walkDocument(document, (kind, pointer, fields) =>
    kind === "schema" && !("$ref" in fields) ? checkSchema(validatorOf, pointer, fields) : [],
  );
  // A broken schema also breaks every schema around it; only the innermost is reported.
  return complaints.filter(({ pointer }) => !complaints.some((other) => isInside(other.pointer, pointer)));
}

function checkSchema(validatorOf: ValidatorMaker, pointer: Pointer, fields: Fields): Complaint[] {
  try {
    const judge = validatorOf(fields);
    return listValues(pointer, fields).flatMap((placed) =>
      judge(placed.value).map((fault) => ({
        pointer: placed.pointer,
        message: `this value is refused by its own schema: ${fault}`,
      })),
    );
  } catch (failure) {
    const reason = failure instanceof Error ? failure.message : String(failure);
    return [{ pointer, message: `this is no JSON Schema: ${reason}` }];
  }
}

function listValues(pointer: Pointer, fields: Fields): { pointer: Pointer; value: unknown }[] {
  return [
    ...("default" in fields ? [{ pointer: [...pointer, "default"], value: fields["default"] }] : []),
    ...asList(fields["examples"]).map((value, index) => ({
      pointer: [...pointer, "examples", String(index)],
      value,
    })),
  ];
}

function isInside(inner: Pointer, outer: Pointer): boolean {
  return inner.length > outer.length && outer.every((key, index) => inner[index] === key);
}
