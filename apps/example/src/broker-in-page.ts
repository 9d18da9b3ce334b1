/** The broker in this page, for working without a server. Accounts and prices begin anew with each reload. */
import { createBroker } from "@trading-oms/mock";
import invented from "./invented-card.json" with { type: "json" };
import type { Broker } from "./service/broker.ts";

export async function openBrokerInPage(): Promise<Broker> {
  const { fetch, user, card, market } = await createBroker();
  // Any two photographs do. Without this line, the code on them is read.
  card({ ...invented, sex: "Nam" });
  const fall = () => market.move("*", -7);
  const refresh = () => user("demo");
  return { baseUrl: "http://broker.in.page", fetch, token: await refresh(), refresh, fall };
}
