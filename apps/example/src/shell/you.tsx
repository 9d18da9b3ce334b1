/** The language, opening another account, and the way out. */
import type { ReactNode } from "react";
import { linkTo } from "../parts/routes.ts";
import { Screen } from "../parts/screen.tsx";
import { useSession } from "../service/session.tsx";
import { LanguageChoice, useTexts } from "../text/language.tsx";

export function You(): ReactNode {
  const { signOut } = useSession();
  const { you, signIn, signUp } = useTexts();
  return (
    <Screen title={you.title}>
      <LanguageChoice />
      <p className="stack">
        <a className="button" href={linkTo("sign-up")}>
          {signUp.title}
        </a>
        {signOut && (
          <button type="button" onClick={() => signOut("left")}>
            {signIn.out}
          </button>
        )}
      </p>
    </Screen>
  );
}
