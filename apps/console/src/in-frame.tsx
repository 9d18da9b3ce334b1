/** The desk in a frame of the documentation, on the broker of the page around it. No server serves it. */
import { startDesk } from "./start-desk.tsx";

/** What the page around has ready before it opens the frame. */
type Around = { readonly broker?: { readonly fetch: typeof fetch; readonly operatorToken: string } };

const { broker } = window.parent as Around;
if (broker) {
  startDesk({
    // The lines for a shell ask the server of `npm start`, which has the same accounts.
    service: { baseUrl: "http://127.0.0.1:8787", fetch: (request) => broker.fetch(request) },
    token: broker.operatorToken,
    // By account, since those of the user beside stand first.
    address: "/console/calls?order=account",
  });
}
