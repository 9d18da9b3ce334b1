/** Starts the app on the service that `VITE_OMS_URL` names. */
import { startApp } from "./start-app.tsx";

const url: unknown = import.meta.env["VITE_OMS_URL"];
const element = document.querySelector("#app");
if (element) startApp(element, { baseUrl: typeof url === "string" ? url : "http://127.0.0.1:8787" });
