import type { ClientErrorCode, ErrorCode } from "#contract/errors.ts";

interface ApiErrorDetails {
  readonly code: ErrorCode | ClientErrorCode;
  readonly status?: number;
  readonly fieldErrors?: Readonly<Record<string, string>>;
  readonly retryAfter?: number | undefined;
  readonly reference?: string | undefined;
  /** Whether the answer came from our server, not from a proxy on the way. */
  readonly isFromServer?: boolean;
  readonly cause?: unknown;
}

/** A call that failed. Screens find its sentence by `code`. */
export class ApiError extends Error {
  readonly code: ErrorCode | ClientErrorCode;
  readonly status: number | undefined;
  readonly fieldErrors: Readonly<Record<string, string>>;
  readonly retryAfter: number | undefined;
  readonly reference: string | undefined;
  readonly isFromServer: boolean;

  constructor({ code, status, fieldErrors = {}, retryAfter, reference, isFromServer = false, cause }: ApiErrorDetails) {
    super(code, { cause });
    this.name = "ApiError";
    this.code = code;
    this.status = status;
    this.fieldErrors = fieldErrors;
    this.retryAfter = retryAfter;
    this.reference = reference;
    this.isFromServer = isFromServer;
  }
}
