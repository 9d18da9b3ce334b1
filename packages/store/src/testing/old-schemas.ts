import { firstSchema } from "./first-schema.ts";
import type { OldSchema } from "./make-old-schema.ts";
import { secondSchema } from "./second-schema.ts";
import { fourthSchema, thirdSchema } from "./third-schema.ts";

/** Every schema before the one of today, of which there are databases and backups. */
export const oldSchemas: readonly OldSchema[] = [firstSchema, secondSchema, thirdSchema, fourthSchema];
