/** Shows the app in an element, on the broker that is passed in. */
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import type { Broker } from "./service/broker.ts";
import { App } from "./shell/app.tsx";
import { LanguageProvider } from "./text/language.tsx";
import "./styles.css";

export function startApp(element: Element, broker: Broker): void {
  createRoot(element).render(
    <StrictMode>
      <LanguageProvider>
        <App broker={broker} />
      </LanguageProvider>
    </StrictMode>,
  );
}
