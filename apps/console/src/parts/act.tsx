/** An act that asks once, in place, and is carried out once however often it is clicked. */
import type { ComponentChildren, VNode } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { isUncertain } from "../app/api.ts";
import { asApiError, askAgain } from "../app/poll.ts";
import { useStatus } from "../app/questions.ts";
import { describeFailure } from "../text/describe-failure.ts";
import { rewriteAmounts } from "../text/format.ts";
import { texts } from "../text/text.ts";
import { followIntent, type Intent, type Question } from "./question.ts";

type ActProps<Body> = {
  /** What the button says. */
  readonly label: string;
  readonly isDisabled: boolean;
  readonly intent: Intent<Body>;
  /** What will change, with its numbers. */
  readonly question: (body: Body) => ComponentChildren;
  /** Carries it out under a key, under which the service carries it out once. */
  readonly perform: (body: Body, key: string) => Promise<{ readonly message: string }>;
  /** The refusals after which the question is put again with what is true now. */
  readonly asksAgainAfter?: readonly string[];
  readonly onDone?: () => void;
};

type Step<Body> =
  | { readonly kind: "ready"; readonly told?: { readonly isGood: boolean; readonly words: string } }
  | { readonly kind: "asking" | "sending"; readonly question: Question<Body> };

/** A question put anew takes no click that was meant for the one before. */
const unreadMs = 600;

export function Act<Body>(props: ActProps<Body>): VNode {
  const { label, question: describe, isDisabled, intent, perform, asksAgainAfter = [], onDone } = props;
  const [last, setStep] = useState<Step<Body>>({ kind: "ready" });
  const asked = last.kind === "asking" ? followIntent(last.question, intent, makeKey) : undefined;
  const isWithdrawn = last.kind === "asking" && asked === undefined;
  const step: Step<Body> = isWithdrawn ? { kind: "ready" } : last;
  useEffect(() => {
    if (isWithdrawn) setStep({ kind: "ready" });
    else if (last.kind === "asking" && asked !== undefined && asked !== last.question)
      setStep({ kind: "asking", question: asked });
  });
  const isSending = useRef(false);
  const putAtMs = useRef(0);
  const group = useRef<HTMLDivElement>(null);
  const begin = useRef<HTMLButtonElement>(null);
  const told = useRef<HTMLParagraphElement>(null);
  const isLeft = useRef(false);
  const id = useId();
  const { act } = texts.value;
  const mayAct = useStatus().data?.mayAct ?? true;
  const key = step.kind === "ready" ? "" : step.question.key;
  // Before the next key can come. The question has the focus and not its button, so that a key held down confirms nothing.
  useLayoutEffect(() => {
    putAtMs.current = performance.now();
    if (step.kind === "asking") group.current?.focus();
    else if (step.kind === "ready" && isLeft.current) {
      const next = begin.current?.disabled ? told.current : begin.current;
      next?.focus();
    }
    isLeft.current = false;
  }, [step.kind, key]);

  const send = async (question: Question<Body>): Promise<void> => {
    // State is set later than the second of two clicks comes.
    if (isSending.current) return;
    if (question.again === "moved" && performance.now() - putAtMs.current < unreadMs) return;
    isSending.current = true;
    setStep({ kind: "sending", question });
    try {
      const { message } = await perform(question.intent.body, question.key);
      setStep({ kind: "ready", told: { isGood: true, words: rewriteAmounts(message) } });
      onDone?.();
    } catch (thrown) {
      const failure = asApiError(thrown);
      // The same key is used again, so that what was carried out already is not done twice.
      if (isUncertain(failure)) setStep({ kind: "asking", question: { ...question, again: "uncertain" } });
      else if (failure.code !== undefined && asksAgainAfter.includes(failure.code))
        setStep({ kind: "asking", question: { ...question, key: makeKey(), again: "moved" } });
      else setStep({ kind: "ready", told: { isGood: false, words: describeFailure(failure, "act") } });
    } finally {
      isLeft.current = group.current?.contains(document.activeElement) ?? false;
      isSending.current = false;
      askAgain();
    }
  };
  const leave = (): void => {
    if (isSending.current) return;
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
          disabled={isDisabled || !mayAct}
          onClick={() => setStep({ kind: "asking", question: { key: makeKey(), intent } })}
        >
          {label}
        </button>
        {!mayAct && <p class="quiet">{act.viewerOnly}</p>}
        <p
          key="told"
          ref={told}
          tabIndex={-1}
          role="status"
          class={step.told?.isGood ? "covered" : "force-close"}
        >
          {step.told?.words}
        </p>
      </div>
    );
  }
  const { question } = step;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset takes no focus in every browser.
    <div
      ref={group}
      role="group"
      tabIndex={-1}
      aria-labelledby={id}
      class="act asking"
      onKeyDown={(event) => {
        if (event.repeat && event.key === "Enter") event.preventDefault();
        if (event.key !== "Escape") return;
        event.stopPropagation();
        leave();
      }}
    >
      {question.again !== undefined && (
        <p role="alert" class="called">
          {act[question.again]}
        </p>
      )}
      <p id={id}>{describe(question.intent.body)}</p>
      {/* The same element in every step, since readers of screens follow one that stays. */}
      <p key="told" ref={told} role="status" class="hidden">
        {step.kind === "sending" && act.sending}
      </p>
      <div class="buttons">
        <button
          type="button"
          class="primary"
          // A button that is disabled while it has the focus would lose it.
          aria-disabled={step.kind === "sending"}
          disabled={step.kind !== "sending" && isDisabled && question.again !== "uncertain"}
          onClick={() => send(question)}
        >
          {step.kind === "sending" ? act.sending : label}
        </button>
        <button type="button" aria-disabled={step.kind === "sending"} onClick={leave}>
          {act.cancel}
        </button>
      </div>
    </div>
  );
}

/** Also where the page has no `randomUUID`, as on plain http. */
function makeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
