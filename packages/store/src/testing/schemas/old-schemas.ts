import { firstSchema } from "./first-schema.ts";
import type { OldSchema } from "./make-old-schema.ts";
import { secondSchema } from "./second-schema.ts";
import { fourthSchema, thirdSchema } from "./third-schema.ts";

/** Every earlier schema. Databases and backups of each of them exist. */
export const oldSchemas: readonly OldSchema[] = [firstSchema, secondSchema, thirdSchema, fourthSchema];
