/**
 * The sentence of an unexpected error, and on a line of its own the request's id, by which whoever runs the server finds
 * it in the log.
 */
export function withReference(sentence: string, requestId: string | undefined): string {
  return requestId === undefined ? sentence : `${sentence}\nRéférence\u00a0: ${requestId}`;
}
