import pino, { type Logger } from "pino";

/** One JSON object a line on standard output. */
export function createLogger(): Logger {
  return pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime });
}
