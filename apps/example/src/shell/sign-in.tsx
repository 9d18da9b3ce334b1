/** Signing in by a token that is pasted; an app of yours sends people to your identity provider instead. */
import type { ReactNode } from "react";
import { linkTo } from "../parts/routes.ts";
import { Screen } from "../parts/screen.tsx";
import { LanguageChoice, useTexts } from "../text/language.tsx";

type Props = { readonly hasEnded: boolean; readonly onSignIn: (token: string) => void };

export function SignIn({ hasEnded, onSignIn }: Props): ReactNode {
  const { signIn: texts, signUp } = useTexts();
  return (
    <Screen title={texts.title}>
      {hasEnded && (
        <p role="alert" className="stack">
          {texts.ended}
        </p>
      )}
      <form className="stack" action={(form) => onSignIn(String(form.get("token")).trim())}>
        <label>
          {texts.token}
          <textarea name="token" rows={4} required autoComplete="off" spellCheck={false} />
        </label>
        <small className="quiet">{texts.hint}</small>
        <button type="submit" className="primary">
          {texts.submit}
        </button>
      </form>
      <p className="stack">
        <a className="button" href={linkTo("sign-up")}>
          {signUp.title}
        </a>
      </p>
      <LanguageChoice />
    </Screen>
  );
}
