import { afterAll } from "vitest";
import { dropReleased } from "./tools/scratch/src/postgresql.ts";

afterAll(dropReleased);
