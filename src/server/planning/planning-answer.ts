import type { Context } from "hono";
import type { ErrorCode } from "#contract/errors.ts";
import { HEADERS } from "#contract/headers.ts";
import type { AppEnv } from "../api/request-context.ts";
import type { StoredAnswer } from "../api/answers/stored-answer.ts";
import { Refusal } from "../errors.ts";
import type { ReadAnswer } from "./answers/kept-answers.ts";
import type { Positioned } from "./changes/change-log.ts";

/** A response with `row`, and the log position of its state in a header. */
export function answerWith<Row>(context: Context<AppEnv>, { position, row }: Positioned<Row>): Row {
  context.header(HEADERS.position, String(position));
  return row;
}

/** The stored answer, in the same way. */
export function answerStored<Body>(
  context: Context<AppEnv>,
  { position, answer }: ReadAnswer<Body>,
): StoredAnswer<Body> {
  context.header(HEADERS.position, String(position));
  return answer;
}

/** What was found. @throws Refusal `code` when that is nothing */
export function found<Row>({ position, row }: Positioned<Row | null>, code: ErrorCode): Positioned<Row> {
  if (row === null) throw new Refusal(code);
  return { position, row };
}
