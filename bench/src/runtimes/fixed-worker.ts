import type { FixedAnswers } from "./fixed-answers.ts";
import { makeFixedFetch } from "./make-fixed-fetch.ts";

let answer: ((request: Request) => Response) | undefined;

/** As little as an answer can cost in a Worker: the same bytes each time. */
const fixedWorker = {
  fetch: (request: Request, { ANSWERS }: { readonly ANSWERS: FixedAnswers }): Response => {
    answer ??= makeFixedFetch(ANSWERS);
    return answer(request);
  },
};

export { fixedWorker as default };
