import { type Client, type ClientSettings, createClient } from "../index.ts";
import { VirtualClock } from "./virtual-clock.ts";

/** The reaction of the fake service to a request: an answer, a broken connection, or no answer at all. */
export type Planned = Response | "broken" | "silent" | ((request: Request) => Response | Promise<Response>);

/** A client of a fake service, the requests that the service received, and the clock of both. */
export type PlannedClient = {
  readonly client: Client;
  readonly requests: Request[];
  readonly bodies: string[];
  readonly clock: VirtualClock;
};

/** Creates a client of a fake service with these answers in order. Every further request gets a 500. */
export function planClient(plan: readonly Planned[], settings: Partial<ClientSettings> = {}): PlannedClient {
  const clock = new VirtualClock();
  const requests: Request[] = [];
  const bodies: string[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const planned = plan[requests.length] ?? new Response(null, { status: 500 });
    requests.push(request);
    bodies.push(await request.clone().text());
    if (planned === "broken") throw new TypeError("fetch failed");
    if (planned === "silent") return new Promise(() => {});
    return typeof planned === "function" ? planned(request) : planned;
  };
  const client = createClient({
    baseUrl: "http://service.test",
    wait: clock.wait,
    now: () => Date.UTC(2026, 10, 21) + clock.nowMs,
    random: () => 0.5,
    ...settings,
    fetch,
  });
  return { client, requests, bodies, clock };
}
