import fc from "fast-check";

// Few cases per property; `pnpm lab properties` sets more. A `seed` here replays a failure.
fc.configureGlobal({ numRuns: Number(process.env["PROPERTY_CASES"] ?? 100) });
