/** An act that asks once, in place, and is carried out once however often it is clicked. */
import type { ComponentChildren, VNode } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { isUncertain } from "../app/api.ts";
import { asApiError, askAgain } from "../app/poll.ts";
import { texts } from "../text/text.ts";

/** What the service said of an act. */
export type ActResult = {
  readonly status: "success" | "failed";
  readonly code?: string | undefined;
  readonly message: string;
};

type ActProps = {
  /** What the button says. */
  readonly label: string;
  /** What will change, with its numbers. */
  readonly question: ComponentChildren;
  readonly isDisabled: boolean;
  /** What is meant; for another intent the question is put anew, under another key. */
  readonly intent: string;
  /** Carries it out under a key, under which the service carries it out once. */
  readonly perform: (key: string) => Promise<ActResult>;
  /** The refusals after which the question is put again with what is true now. */
  readonly asksAgainAfter?: readonly string[];
  readonly onDone?: () => void;
};

type Step =
  | { readonly kind: "ready"; readonly told?: { readonly isGood: boolean; readonly words: string } }
  | {
      readonly kind: "asking" | "sending";
      readonly key: string;
      /** What was meant when it was asked. */
      readonly intent: string;
      readonly words?: string;
    };

export function Act(props: ActProps): VNode {
  const { label, question, isDisabled, intent, perform, asksAgainAfter = [], onDone } = props;
  const [last, setStep] = useState<Step>({ kind: "ready" });
  // Another intent withdraws the question.
  const step: Step = last.kind === "asking" && last.intent !== intent ? { kind: "ready" } : last;
  const isSending = useRef(false);
  const confirm = useRef<HTMLButtonElement>(null);
  const begin = useRef<HTMLButtonElement>(null);
  const { act } = texts.value;
  const isLeft = useRef(false);
  // Before the next key can come.
  useLayoutEffect(() => {
    if (step.kind === "asking") confirm.current?.focus();
    else if (step.kind === "ready" && isLeft.current) begin.current?.focus();
    isLeft.current = false;
  }, [step.kind]);

  const send = async (key: string): Promise<void> => {
    // State is set later than the second of two clicks comes.
    if (isSending.current) return;
    isSending.current = true;
    setStep({ kind: "sending", key, intent });
    try {
      const { status, code, message } = await perform(key);
      askAgain();
      if (code !== undefined && asksAgainAfter.includes(code)) {
        setStep({ kind: "asking", key: makeKey(), intent, words: message });
        return;
      }
      setStep({ kind: "ready", told: { isGood: status === "success", words: message } });
      if (status === "success") onDone?.();
    } catch (thrown) {
      const failure = asApiError(thrown);
      // The same key is used again, so that what was carried out already is not done twice.
      if (isUncertain(failure)) setStep({ kind: "asking", key, intent, words: act.uncertain });
      else
        setStep({ kind: "ready", told: { isGood: false, words: describe(failure.status, failure.message) } });
    } finally {
      isSending.current = false;
    }
  };
  const leave = (): void => {
    isLeft.current = true;
    setStep({ kind: "ready" });
  };

  if (step.kind === "ready") {
    return (
      <div class="act">
        <button
          ref={begin}
          type="button"
          class="primary"
          disabled={isDisabled}
          onClick={() => setStep({ kind: "asking", key: makeKey(), intent })}
        >
          {label}
        </button>
        <p role="status" class={step.told?.isGood ? "covered" : "force-close"}>
          {step.told?.words}
        </p>
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape takes the question back from each of its buttons.
    <div
      class="act asking"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        leave();
      }}
    >
      {step.words !== undefined && (
        <p role="alert" class="called">
          {step.words}
        </p>
      )}
      <p>{question}</p>
      <div class="buttons">
        <button
          ref={confirm}
          type="button"
          class="primary"
          disabled={step.kind === "sending" || isDisabled}
          onClick={() => send(step.key)}
        >
          {step.kind === "sending" ? act.sending : act.confirm}
        </button>
        <button type="button" disabled={step.kind === "sending"} onClick={leave}>
          {act.cancel}
        </button>
      </div>
    </div>
  );
}

function describe(status: number | undefined, message: string): string {
  const { act } = texts.value;
  if (status === 403) return act.viewerOnly;
  return status === 404 ? act.gone : message;
}

/** Also where the page has no `randomUUID`, as on plain http. */
function makeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
