import { Agent } from "node:http";
import { checkAnswer, isParserRefusal } from "./check-answer.ts";
import type { DocumentedCall } from "./documented-calls.ts";
import { exchange, type ReceivedAnswer } from "./exchange.ts";
import { generateRequest, type GeneratedRequest } from "./generate-request.ts";

export interface Fault {
  readonly request: GeneratedRequest;
  readonly fault: string;
}

/** Results of the requests sent so far. */
export interface Tally {
  sent: number;
  /** Count of each status with its error code. */
  readonly answers: Map<string, number>;
  /** Count of successful answers of each documented call. */
  readonly successes: Map<string, number>;
  readonly faults: Fault[];
}

interface Sending {
  readonly url: string;
  readonly calls: readonly DocumentedCall[];
  readonly seed: number;
  readonly tally: Tally;
}

/** Concurrent requests: enough to overlap, few enough for a busy machine. */
const AT_ONCE = 8;

export function newTally(): Tally {
  return { sent: 0, answers: new Map(), successes: new Map(), faults: [] };
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function nameOf(answer: ReceivedAnswer | null): string {
  if (answer === null) return "connection closed";
  if (isParserRefusal(answer)) return `${answer.status} (HTTP parser)`;
  const [, code] = /"code":"([a-z_.]+)"/.exec(answer.status < 400 ? "" : answer.text) ?? [];
  return code === undefined ? String(answer.status) : `${answer.status} ${code}`;
}

/** Sends one request and checks its answer. */
export async function sendRequest(
  { url, calls, tally }: Sending,
  request: GeneratedRequest,
  agent: Agent,
): Promise<void> {
  tally.sent += 1;
  try {
    const answer = await exchange(url, request, agent);
    add(tally.answers, nameOf(answer));
    const { faults, call } = checkAnswer(calls, request, answer);
    if (call !== null && answer?.status === call.success.status) add(tally.successes, call.id);
    tally.faults.push(...faults.map((fault) => ({ request, fault })));
  } catch (error) {
    add(tally.answers, "no answer");
    tally.faults.push({ request, fault: String(error) });
  }
}

/** Sends the requests with the numbers from `from` up to, not including, `to`, several at a time. */
export async function sendRequests(sending: Sending, from: number, to: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  let next = from;
  async function work(): Promise<void> {
    while (next < to) {
      next += 1;
      await sendRequest(sending, generateRequest(sending.calls, sending.seed, next - 1), agent);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  agent.destroy();
}
