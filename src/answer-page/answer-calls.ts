import type { Problem } from "#contract/problem.ts";
import { API } from "#contract/paths.ts";
import type { AnswerByLink, LinkedAnswer, LinkedEvent } from "#contract/notifications/answer-links.ts";
import { withReference } from "#text/errors/reference.ts";
import { answerLinkText } from "#text/event/answer-link.ts";

/** Longer than a phone takes that changes from one network to another. */
const PATIENCE_MS = 20_000;

type Failure =
  | { readonly status: "void" }
  | { readonly status: "over" }
  /** `reason`: what the server said, or that it did not answer. */
  | { readonly status: "failed"; readonly reason: string };

export type Outcome<Value> = { readonly status: "done"; readonly value: Value } | Failure;

async function failureOf(response: Response): Promise<Failure> {
  // A proxy may answer instead of the server, in HTML.
  const problem = (await response.json().catch(() => null)) as Partial<Problem> | null;
  if (problem?.code === "answer_link.void") return { status: "void" };
  if (problem?.code === "answer_link.over") return { status: "over" };
  const { code, detail, requestId } = problem ?? {};
  if (typeof detail !== "string") return { status: "failed", reason: answerLinkText.unreachable };
  return { status: "failed", reason: code === "server.failure" ? withReference(detail, requestId) : detail };
}

/** Calls without cookies: the token is the right. */
async function call<Value>(path: string, body: unknown): Promise<Outcome<Value>> {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      credentials: "omit",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (!response.ok) return await failureOf(response);
    return { status: "done", value: (await response.json()) as Value };
  } catch {
    return { status: "failed", reason: answerLinkText.unreachable };
  }
}

export function readLinkedEvent(token: string): Promise<Outcome<LinkedEvent>> {
  return call(API.linkedEvent, { token });
}

export function sendAnswer(answer: AnswerByLink): Promise<Outcome<LinkedAnswer>> {
  return call(API.answerByLink, answer);
}
