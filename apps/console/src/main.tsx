/** The composition root of the desk. */
import { render } from "preact";
import { startClock } from "./app/clock.ts";
import { startKeys } from "./app/keys.ts";
import { startTheme } from "./app/preferences.ts";
import { startRoutes } from "./app/routes.ts";
import { startSession } from "./app/session.ts";
import { Shell } from "./app/shell.tsx";
import { startStream } from "./app/stream.ts";
import { startLanguage } from "./text/text.ts";
import { Accounts } from "./views/accounts/accounts.tsx";
import { Audit } from "./views/audit/audit.tsx";
import { Calls } from "./views/calls/calls.tsx";
import { Market } from "./views/market/market.tsx";
import { Overview } from "./views/overview/overview.tsx";
import { Status } from "./views/status/status.tsx";
import { WhatIf } from "./views/what-if/what-if.tsx";

startTheme();
startLanguage();
startSession();
startRoutes();
startClock();
startKeys();
startStream();
render(
  <Shell
    views={{
      overview: Overview,
      calls: Calls,
      accounts: Accounts,
      "what-if": WhatIf,
      market: Market,
      audit: Audit,
      status: Status,
    }}
  />,
  document.body,
);
