/** What the doctor says about one thing. */
export interface Finding {
  readonly state: "fine" | "warning" | "wrong";
  readonly subject: string;
  readonly sentence: string;
  /** One sentence on how to mend it. */
  readonly remedy?: string;
}

/** How the operator runs a command of the product: `npm run admin -- EMAIL`, `diapason admin EMAIL`. */
export type CommandLine = (name: string, words?: string) => string;

const MARKS = { fine: "✓", warning: "!", wrong: "✗" } as const satisfies Readonly<Record<Finding["state"], string>>;

export function fine(subject: string, sentence: string): Finding {
  return { state: "fine", subject, sentence };
}

export function warning(subject: string, sentence: string, remedy: string): Finding {
  return { state: "warning", subject, sentence, remedy };
}

export function wrong(subject: string, sentence: string, remedy: string): Finding {
  return { state: "wrong", subject, sentence, remedy };
}

/** @param reason a code such as `EIO` */
export function unchecked(subject: string, reason: string): Finding {
  return wrong(subject, `il n'a pas pu être vérifié (${reason}).`, "Regardez si le disque répond, puis recommencez.");
}

/** « ✗ Disque : il ne reste que 80 Mio. », and under it how to mend it. */
export function findingText({ state, subject, sentence, remedy }: Finding): string {
  const line = `${MARKS[state]} ${subject}\u00a0: ${sentence}`;
  return remedy === undefined ? line : `${line}\n  → ${remedy}`;
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count > 1 ? many : one}`;
}

/** The last line: how many things are wrong. */
export function summaryOf(findings: readonly Finding[]): string {
  const count = (wanted: Finding["state"]) => findings.filter(({ state }) => state === wanted).length;
  const [faults, warnings] = [count("wrong"), count("warning")];
  const remarks = counted(warnings, "point à regarder", "points à regarder");
  if (faults > 0)
    return `${counted(faults, "problème à régler", "problèmes à régler")}${warnings > 0 ? `, ${remarks}` : ""}.`;
  return warnings > 0 ? `Aucun problème, ${remarks}.` : "Tout va bien.";
}
