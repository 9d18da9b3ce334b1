/** Starts the app on the server that `VITE_OMS_URL` names, or else on the broker in the page. */
import type { Broker } from "./service/broker.ts";
import { startApp } from "./start-app.tsx";

async function openBroker(): Promise<Broker> {
  // By its name, so that Vite puts the value here, and a build for a server leaves the broker out.
  if (import.meta.env.VITE_OMS_URL) return { baseUrl: import.meta.env.VITE_OMS_URL };
  const { openBrokerInPage } = await import("./broker-in-page.ts");
  return openBrokerInPage();
}

const element = document.querySelector("#app");
if (element) startApp(element, await openBroker());
