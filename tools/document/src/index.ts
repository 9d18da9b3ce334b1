export {
  changesUnannounced,
  type JudgedFiles,
  type Judgement,
  judgeRelease,
} from "./changes/judge-release.ts";
export type { LocatedChange } from "./changes/locate-changes.ts";
export { checkDocument, type DocumentCheck } from "./check-document.ts";
export { checkExample, type Flaw, type Measure } from "./check-example.ts";
export { checkSchemas } from "./check-schemas.ts";
export { type Complaint, checkVocabulary } from "./check-vocabulary.ts";
export { type Difference, findDifferences, normalForm, printDifference } from "./compare.ts";
export { type GeneratedSources, generateSources } from "./generate/generate-sources.ts";
export { RefusedDocument } from "./generate/schema-expression.ts";
export { type ObjectKind, partAt } from "./grammar.ts";
export { listOperations, type Operation } from "./list-operations.ts";
export { type Fault, type Place, parseYaml, printFault } from "./parse-yaml.ts";
export { type DocumentReading, readDocument, readDocumentText, type SoundDocument } from "./read-document.ts";
export {
  followReference,
  nameOfReference,
  referencesIn,
  resolveReference,
  schemasOf,
} from "./resolve-reference.ts";
export { type Judge, type JudgeMaker, schemaJudge } from "./schema-judge.ts";
export { type Fields, isFields, type Pointer, walkDocument } from "./walk-document.ts";
export { type FileText, writeTogether } from "./write-together.ts";
