import fc from "fast-check";

// A property is tried with few cases, and in CI with many. A `seed` here replays a failure.
fc.configureGlobal({ numRuns: Number(process.env["PROPERTY_CASES"] ?? 100) });
