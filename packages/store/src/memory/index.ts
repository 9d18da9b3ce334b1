export { emptyContent, type MemoryContent } from "./content.ts";
export { openMemoryStore } from "./memory-store.ts";
