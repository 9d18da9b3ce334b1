import { type Fields, isFields } from "../walk-document.ts";
import { listExampleNames } from "./hold-document.ts";

/** An operation as the page should show it. */
export type ExpectedOperation = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
};

/** All that a page of the document has to show. */
export type Expectations = {
  readonly title: string;
  readonly operations: readonly ExpectedOperation[];
  readonly schemas: readonly string[];
  /** Paths of the example files, from the root of the server. */
  readonly examples: readonly string[];
};

/** Lists what the page must show, from the document that it was given. */
export function listExpectations(document: unknown): Expectations {
  const root = fieldsOf(document);
  const information = fieldsOf(root["info"]);
  const operations = Object.entries(fieldsOf(root["paths"])).flatMap(([path, item]) =>
    methods.flatMap((method) => describeOperation(path, method, fieldsOf(item)[method])),
  );
  return {
    title: `${information["title"]} ${information["version"]}`,
    operations,
    schemas: Object.keys(fieldsOf(fieldsOf(root["components"])["schemas"])),
    examples: listExampleNames(root).map((name) => `/${name}`),
  };
}

const methods = ["get", "put", "post", "delete", "patch"] as const;

function describeOperation(path: string, method: string, operation: unknown): ExpectedOperation[] {
  if (!isFields(operation)) return [];
  const { operationId, summary } = operation;
  return [{ id: String(operationId), method: method.toUpperCase(), path, summary: String(summary) }];
}

function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}
