export { type Complaint, checkVocabulary } from "./check-vocabulary.ts";
export { type Fault, printFault } from "./fault.ts";
export { type ObjectKind, partAt } from "./grammar.ts";
export { type Place, parseYaml } from "./parse-yaml.ts";
export { type DocumentReading, readDocument, readDocumentText, type SoundDocument } from "./read-document.ts";
export { followReference, nameOfReference, resolveReference, schemasOf } from "./resolve-reference.ts";
export { type Fields, isFields, type Pointer, walkDocument } from "./walk-document.ts";
