import pino, { type Logger } from "pino";

/** Logs JSON lines on standard output. */
export function createLogger(): Logger {
  return pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime });
}
