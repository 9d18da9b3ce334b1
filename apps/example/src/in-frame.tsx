/** The app in a frame of the documentation, on the broker of the page around it. */
import { startApp } from "./start-app.tsx";

/** What the page around has ready before it opens the frame. */
type Around = { readonly broker?: { readonly fetch: typeof fetch; readonly userToken: string } };

const { broker } = window.parent as Around;
const element = document.querySelector("#app");
if (element && broker) {
  // Replace the history entry, so that Back leaves the page around.
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link?.hash || event.defaultPrevented) return;
    event.preventDefault();
    location.replace(link.hash);
  });
  startApp(element, {
    baseUrl: "http://broker",
    fetch: (request) => broker.fetch(request),
    token: broker.userToken,
  });
}
