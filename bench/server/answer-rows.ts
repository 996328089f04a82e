import { median } from "../percentile.ts";
import type { Row } from "../table.ts";
import type { Result } from "./load-generator.ts";
import type { Case } from "./traffic.ts";

/** The same calls of both servers, and one of ours without compression. */
export type Measured = Case | `bare ${Case}` | "plain";
/** The results of both servers for the same calls. */
type Both = Readonly<Record<"own" | "bare", readonly Result[]>>;

export function answerRows(results: Readonly<Record<Measured, readonly Result[]>>): Row[] {
  const perSecond = (name: Measured) => medianOf(results[name], "perSecond");
  const p99 = (name: Measured) => medianOf(results[name], "p99").toFixed(1);
  const row = (title: string, name: Measured, reference: Measured, reach?: number, aim?: number): Row => ({
    name: title,
    value: perSecond(name),
    unit: "/s",
    reference: perSecond(reference),
    ...(reach !== undefined && aim !== undefined && { goal: { of: "ratio", reach, aim, isLeast: true } as const }),
    detail: `p99 ${p99(name)} ms, reference ${p99(reference)} ms`,
  });
  return [
    row("the month, unchanged", "stored", "bare stored", 0.12, 0.2),
    row("the month, not modified (304)", "known", "bare known", 0.12, 0.2),
    row("other days around the month, not stored, whose events are", "anew", "bare anew"),
    row("the same, not compressed", "plain", "bare anew"),
    row("session check", "session", "bare session", 0.12, 0.2),
    row("an answer, durable, another each time", "answer", "bare answer", 0.1, 0.2),
  ];
}

function medianOf(results: readonly Result[], figure: "perSecond" | "p50" | "p99"): number {
  return median(results.map((result) => result[figure]));
}

export function afterWriteRow({ own, bare }: Both): Row {
  return {
    name: "a month right after a write, on one connection, p50",
    value: median(own.map(({ p50s: [, month = Number.NaN] }) => month)),
    unit: "ms",
    reference: median(bare.map(({ p50s: [, month = Number.NaN] }) => month)),
    goal: { of: "ratio", reach: 1.25, aim: 1 },
  };
}

export function busyRows({ alone, beside }: Readonly<Record<"alone" | "beside", readonly Result[]>>): Row[] {
  return [
    {
      name: "reads while 50 answers/s are written, beside reads alone, p99",
      value: medianOf(beside, "p99"),
      unit: "ms",
      reference: medianOf(alone, "p99"),
      goal: { of: "ratio", reach: 2, aim: 1.5 },
    },
    { name: "the same, p50", value: medianOf(beside, "p50"), unit: "ms", reference: medianOf(alone, "p50") },
  ];
}

/** Without a goal: the result also depends on the disk, and on what other programs do with it. */
export function onDiskRow({ own, bare }: Both): Row {
  return {
    name: "an answer, durable, on the disk",
    value: medianOf(own, "perSecond"),
    unit: "/s",
    reference: medianOf(bare, "perSecond"),
  };
}
