/** How the Worker is run wherever the house runs it: by its runtime here, and as it would be deployed. */
export const workerConfiguration = {
  name: "trading-oms",
  main: "worker.js",
  compatibility_date: "2026-07-01",
  no_bundle: true,
  send_metrics: false,
  d1_databases: [
    {
      binding: "DB",
      database_name: "trading-oms",
      // A rehearsal knows no database; whoever deploys names theirs.
      database_id: "00000000-0000-0000-0000-000000000000",
    },
  ],
} as const;
