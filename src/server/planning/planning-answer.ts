import type { Context } from "hono";
import type { ErrorCode } from "#contract/errors.ts";
import { HEADERS } from "#contract/headers.ts";
import type { AppEnv } from "../auth/request-context.ts";
import { Refusal } from "../errors.ts";
import type { Positioned } from "./change-log-queries.ts";

/** The answer `row`, whose header tells the position of the latest change in it. */
export function answerWith<Row>(context: Context<AppEnv>, { position, row }: Positioned<Row>): Row {
  context.header(HEADERS.position, String(position));
  return row;
}

/** What was found. @throws Refusal `code` when that is nothing */
export function found<Row>({ position, row }: Positioned<Row | null>, code: ErrorCode): Positioned<Row> {
  if (row === null) throw new Refusal(code);
  return { position, row };
}
