export { checkExample, type Measure, readMeasure } from "./check-example.ts";
export { findDifferences, normalForm, printDifference } from "./compare.ts";
export { listMembers } from "./list-members.ts";
export { listOperations, type Operation } from "./list-operations.ts";
export { readDocument } from "./read-document.ts";
export { type DocumentEntry, documents, kebab, operationNameOf } from "./registry.ts";
export { type Fields, isFields } from "./walk-document.ts";
