import { type Finding, fine, warning, wrong } from "./finding.ts";

/** The moment of another clock, and of this one when it was read. */
export interface ClockReading {
  readonly there: Date;
  readonly here: Date;
}

interface ClockValue {
  readonly now: Date;
  /** `null`: it did not answer. */
  readonly database: ClockReading | null;
  readonly publicAddress: ClockReading | null;
  /** The latest moment written into the data: it cannot be ahead of now. */
  readonly latestTrace: Date | null;
}

const CLOCK = "Horloge";
const MINUTE_MS = 60_000;
/** Dates in HTTP count whole seconds, and a proxy may keep an answer for a moment. */
const TOLERATED_MS = 5000;
const SET_CLOCK = "Réglez l'horloge de la machine\u00a0: timedatectl set-ntp true.";

function duration(milliseconds: number): string {
  const seconds = Math.round(Math.abs(milliseconds) / 1000);
  if (seconds < 120) return `${seconds} secondes`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} heures`;
}

function checkReading({ there, here }: ClockReading, whose: string): Finding | null {
  const ahead = here.getTime() - there.getTime();
  if (Math.abs(ahead) <= TOLERATED_MS) return null;
  const sentence = `elle ${ahead > 0 ? "avance" : "retarde"} de ${duration(ahead)} sur celle ${whose}.`;
  return Math.abs(ahead) > MINUTE_MS ? wrong(CLOCK, sentence, SET_CLOCK) : warning(CLOCK, sentence, SET_CLOCK);
}

export function checkClock({ now, database, publicAddress, latestTrace }: ClockValue): Finding {
  if (latestTrace !== null && latestTrace.getTime() - now.getTime() > MINUTE_MS) {
    const late = duration(latestTrace.getTime() - now.getTime());
    return wrong(CLOCK, `elle retarde d'au moins ${late}\u00a0: des données sont datées de plus tard.`, SET_CLOCK);
  }
  const findings = [
    database && checkReading(database, "de PostgreSQL"),
    publicAddress && checkReading(publicAddress, "de l'adresse publique"),
  ].filter((finding) => finding !== null);
  const [first] = findings.toSorted((a, b) => Number(b.state === "wrong") - Number(a.state === "wrong"));
  return first ?? fine(CLOCK, `elle est à l'heure (${now.toISOString().slice(0, 16).replace("T", " ")} UTC).`);
}
