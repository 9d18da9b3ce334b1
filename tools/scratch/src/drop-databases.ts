import { dropDatabase } from "./postgresql.ts";

// Addresses may hold passwords, which everybody may read among the words of a program.
for (const url of (process.env["DATABASES"] ?? "").split(" ")) await dropDatabase(url).catch(() => {});
