/** The result of one check of the command `doctor`. */
export interface Finding {
  readonly state: "fine" | "warning" | "wrong";
  readonly subject: string;
  readonly sentence: string;
  /** One sentence on how to fix it. */
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
export const unchecked = (subject: string, reason: string): Finding =>
  wrong(subject, `il n'a pas pu être vérifié (${reason}).`, "Regardez si le disque répond, puis recommencez.");

/** « ✗ Disque : il ne reste que 80 Mio. », and below it the remedy. */
export function findingText({ state, subject, sentence, remedy }: Finding): string {
  const line = `${MARKS[state]} ${subject}\u00a0: ${sentence}`;
  return remedy === undefined ? line : `${line}\n  → ${remedy}`;
}

const counted = (count: number, one: string, many: string) => `${count} ${count > 1 ? many : one}`;

/** The last line: how many problems and warnings there are. */
export function summaryOf(findings: readonly Finding[]): string {
  const count = (wanted: Finding["state"]) => findings.filter(({ state }) => state === wanted).length;
  const [faults, warnings] = [count("wrong"), count("warning")];
  const remarks = counted(warnings, "point à regarder", "points à regarder");
  if (faults > 0)
    return `${counted(faults, "problème à régler", "problèmes à régler")}${warnings > 0 ? `, ${remarks}` : ""}.`;
  return warnings > 0 ? `Aucun problème, ${remarks}.` : "Tout va bien.";
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "la connexion est refusée",
  ECONNRESET: "la connexion a été coupée",
  EPIPE: "la connexion a été coupée",
  ENOTFOUND: "ce nom est inconnu",
  EAI_AGAIN: "ce nom est introuvable pour l'instant",
  EDNS: "ce nom est inconnu",
  ETIMEDOUT: "aucune réponse à temps",
  EHOSTUNREACH: "la machine est hors d'atteinte",
  ENETUNREACH: "le réseau est hors d'atteinte",
  EACCES: "l'accès est refusé",
  EPERM: "l'accès est refusé",
  EROFS: "le disque est en lecture seule",
  ENOSPC: "le disque est plein",
  ENOENT: "introuvable",
  ENOTDIR: "ce n'est pas un dossier",
  CERT_HAS_EXPIRED: "son certificat a expiré",
  CERT_NOT_YET_VALID: "son certificat n'est pas encore valable",
  ERR_TLS_CERT_ALTNAME_INVALID: "son certificat est celui d'un autre nom",
  DEPTH_ZERO_SELF_SIGNED_CERT: "son certificat n'est signé par aucune autorité connue",
  SELF_SIGNED_CERT_IN_CHAIN: "son certificat n'est signé par aucune autorité connue",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "son certificat est envoyé sans ses intermédiaires",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "son certificat n'est signé par aucune autorité connue",
};

/** Whether a connection failed because of its certificate. */
export const isCertificateReason = (code: string): boolean => /CERT|UNABLE_TO_VERIFY/.test(code);

/** « la connexion est refusée (ECONNREFUSED) »; the code is for people who are asked for help. */
export function reasonInWords(code: string): string {
  const words = REASONS[code];
  return words === undefined ? code : `${words} (${code})`;
}
