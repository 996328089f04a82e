import type { ClientErrorCode, ErrorCode } from "#contract/errors.ts";

interface ApiErrorDetails {
  readonly code: ErrorCode | ClientErrorCode;
  /** HTTP status; absent when no answer came. */
  readonly status?: number;
  /** Code of each field that the server did not accept. */
  readonly fieldErrors?: Readonly<Record<string, string>>;
  /** Seconds to wait before the next try, where the server said so. */
  readonly retryAfter?: number | undefined;
  /** Whether it is our server's own word, rather than that of something on the way to it. */
  readonly isServersWord?: boolean;
  readonly cause?: unknown;
}

/** A call that did not succeed. Its sentence is found at the screen, from `code`. */
export class ApiError extends Error {
  readonly code: ErrorCode | ClientErrorCode;
  readonly status: number | undefined;
  readonly fieldErrors: Readonly<Record<string, string>>;
  readonly retryAfter: number | undefined;
  readonly isServersWord: boolean;

  constructor({ code, status, fieldErrors = {}, retryAfter, isServersWord = false, cause }: ApiErrorDetails) {
    super(code, { cause });
    this.name = "ApiError";
    this.code = code;
    this.status = status;
    this.fieldErrors = fieldErrors;
    this.retryAfter = retryAfter;
    this.isServersWord = isServersWord;
  }
}
