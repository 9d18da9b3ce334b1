/** Signs in by a token. The address stays, so that the view is there again afterwards. */
import type { VNode } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { texts } from "../text/text.ts";
import { signIn, signInReason } from "./session.ts";
import { Switches } from "./switches.tsx";

export function SignIn(): VNode {
  const [given, setGiven] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const { signIn: words } = texts.value;
  // There is nothing else to do here; `autofocus` would leave the focus in the view behind.
  useLayoutEffect(() => field.current?.focus(), []);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    // A whole address of the greeting may be pasted too, and the word in front of the header's value.
    const token = given
      .trim()
      .replace(/^.*#token=/, "")
      .replace(/^(TOKEN=|Bearer\s+)/i, "");
    if (token !== "") signIn(token);
  };
  return (
    <main class="sign-in">
      <form onSubmit={submit}>
        <h1>Trading OMS</h1>
        <p role="status">{words.reasons[signInReason.value]}</p>
        <label class="field">
          {words.token}
          <input
            ref={field}
            type="password"
            autoComplete="one-time-code"
            value={given}
            onInput={({ currentTarget }) => setGiven(currentTarget.value)}
          />
        </label>
        <button type="submit" class="primary" disabled={given.trim() === ""}>
          {words.enter}
        </button>
        <p class="quiet">{words.how}</p>
        <code>npm run oms -- token --user desk --role operator</code>
        <p class="quiet">{words.kept}</p>
      </form>
      <Switches />
    </main>
  );
}
