/** The frame of a screen, and what it shows while there is nothing to show. */
import type { ApiError } from "@trading-oms/client";
import { type ReactNode, useEffect, useRef } from "react";
import { rewriteAmounts } from "../text/format.ts";
import { useTexts } from "../text/language.tsx";

type ScreenProps = {
  readonly title: string;
  /** What stands under the title, such as the name of a company. */
  readonly subtitle?: string | undefined;
  /** The address of the screen above this one. */
  readonly back?: string;
  /** What can be done, beside the title. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
};

export function Screen({ title, subtitle, back, action, children }: ScreenProps): ReactNode {
  const texts = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Trading OMS`;
  }, [title]);
  // A screen reader speaks the new screen, and Tab goes on from its top. A frame does not take the focus from the page around.
  useEffect(() => {
    if (document.hasFocus()) heading.current?.focus();
  }, []);
  return (
    <main>
      <header className="title">
        {back && (
          <a href={back} className="back">
            <span aria-hidden="true">‹</span>
            <span className="hidden">{texts.back}</span>
          </a>
        )}
        <div>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {subtitle && <p className="quiet">{subtitle}</p>}
        </div>
        {action}
      </header>
      {children}
    </main>
  );
}

type Query = { readonly data: unknown; readonly error: ApiError | null; readonly refetch: () => unknown };

/** Stands for data that is not there: why not, or lines that wait for it. */
export function Pending({ query }: { readonly query: Query }): ReactNode {
  const texts = useTexts();
  if (query.data !== undefined) return null;
  if (query.error === null) return <div className="skeleton" role="status" aria-label={texts.loading} />;
  return (
    <div className="stack">
      <Failure error={query.error} />
      <button type="button" onClick={() => query.refetch()}>
        {texts.retry}
      </button>
    </div>
  );
}

/** An error in words: those of the service where it knows more than the app. */
export function Failure({ error }: { readonly error: ApiError | null }): ReactNode {
  const failures: Readonly<Partial<Record<string, string>>> = useTexts().failures;
  if (error === null) return null;
  return (
    <p role="alert" className="failure">
      {failures[error.kind] ?? rewriteAmounts(error.message)}
    </p>
  );
}
