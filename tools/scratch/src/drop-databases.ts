import { dropDatabase } from "./postgresql.ts";

// URLs may contain passwords, and command-line arguments are visible to all users.
for (const url of (process.env["DATABASES"] ?? "").split(" ")) await dropDatabase(url).catch(() => {});
