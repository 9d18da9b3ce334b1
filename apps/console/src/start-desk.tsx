/** Puts the desk together and shows it. */
import { render } from "preact";
import { type Service, service } from "./app/api.ts";
import { startClock } from "./app/clock.ts";
import { startKeys } from "./app/keys.ts";
import { startTheme } from "./app/preferences.ts";
import { startRoutes } from "./app/routes.ts";
import { startSession, token } from "./app/session.ts";
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

/** How the desk is shown in a frame, where neither the origin nor the address bar is its own. */
type Framed = {
  readonly service: Service;
  readonly token: string;
  /** What is shown first. */
  readonly address: string;
};

/** Starts the desk on the server of the page, or as it is framed. */
export function startDesk(framed?: Framed): void {
  if (framed !== undefined) service.value = framed.service;
  startTheme();
  startLanguage();
  if (framed === undefined) startSession();
  else token.value = framed.token;
  startRoutes(framed?.address);
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
}
