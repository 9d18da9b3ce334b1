export { type GeneratedSources, generateSources } from "./generate-sources.ts";
export { RefusedDocument } from "./refused-document.ts";
