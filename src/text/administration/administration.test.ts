import { expect, test } from "vitest";
import { MailProblem, type MailReport } from "../../contract/mails.ts";
import { mailReportSentences } from "./administration.ts";

test.each([
  [0, 0, null, "Aucun mail n'est parti ces sept derniers jours. Aucun n'attend."],
  [1, 1, null, "Un mail est parti ces sept derniers jours. Un mail attend."],
  [
    12,
    2,
    "unreachable",
    "12 mails sont partis ces sept derniers jours. 2 mails attendent\u00a0: le serveur de mails ne répond pas.",
  ],
] as const)("%i sent and %i waiting, with the problem %s", (sentThisWeek, waiting, problem, sentences) => {
  expect(mailReportSentences({ sentThisWeek, waiting, problem }).join(" ")).toBe(sentences);
});

test("each problem has words of its own", () => {
  const report: MailReport = { sentThisWeek: 0, waiting: 1, problem: null };
  const sentences = MailProblem.options.map((problem) => mailReportSentences({ ...report, problem })[1]);
  expect(new Set(sentences).size).toBe(MailProblem.options.length);
});
