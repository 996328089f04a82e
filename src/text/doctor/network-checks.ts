import { type CommandLine, type Finding, fine, isCertificateReason, reasonInWords, warning, wrong } from "./finding.ts";
import type { ClockReading } from "./machine-check.ts";

export type AddressState =
  | { readonly outcome: "failed"; readonly reason: string }
  | {
      readonly outcome: "answered";
      readonly status: number;
      /** Where it redirects to. */
      readonly location: string | null;
      readonly isDiapason: boolean;
      /** The days until its certificate expires; `null` without TLS. */
      readonly daysLeft: number | null;
      readonly clock: ClockReading | null;
    };

interface AddressValue {
  /** `null`: not set. */
  readonly baseUrl: string | null;
  /** Whether only this machine can reach the server. */
  readonly isPrivate: boolean;
  /** `null`: there was no address to check. */
  readonly state: AddressState | null;
}

const ADDRESS = "Adresse publique";
const SOON_DAYS = 14;
const MISDIRECTED = 421;
const GATEWAY_ERRORS: ReadonlySet<number> = new Set([502, 503, 504]);

function failureRemedy(reason: string): string {
  if (isCertificateReason(reason)) {
    return "Renouvelez le certificat du proxy (avec Caddy ou certbot, cela se fait tout seul).";
  }
  if (reason === "ENOTFOUND" || reason === "EAI_AGAIN") return "Corrigez le nom dans BASE_URL, ou son entrée DNS.";
  return "Démarrez Diapason et son proxy, et ouvrez le port dans le pare-feu\u00a0; une box refuse parfois qu'on l'appelle de l'intérieur.";
}

function checkResponse(baseUrl: string, state: Extract<AddressState, { outcome: "answered" }>): Finding {
  const { status, location, isDiapason, daysLeft } = state;
  if (location !== null) {
    const remedy = "Donnez à BASE_URL l'adresse finale, ou retirez ce renvoi du proxy.";
    return wrong(ADDRESS, `${baseUrl} renvoie vers ${location}.`, remedy);
  }
  if (status === MISDIRECTED) {
    const remedy =
      "Réglez le proxy pour qu'il transmette Host sans le changer, et redémarrez Diapason avec ce BASE_URL.";
    return wrong(ADDRESS, `Diapason refuse le nom par lequel ${baseUrl} l'appelle.`, remedy);
  }
  if (!isDiapason && GATEWAY_ERRORS.has(status)) {
    const remedy = "Démarrez Diapason, ou corrigez dans le proxy son adresse et son port.";
    return wrong(ADDRESS, `${baseUrl} répond ${status}\u00a0: le proxy n'atteint pas Diapason.`, remedy);
  }
  if (!isDiapason) {
    const remedy = "Corrigez BASE_URL, ou l'adresse à laquelle le proxy transmet.";
    return wrong(ADDRESS, `ce n'est pas Diapason qui répond à ${baseUrl} (statut ${status}).`, remedy);
  }
  // Only the database can cause another status of the health check.
  if (status !== 200) {
    return wrong(ADDRESS, `Diapason répond ${status} à ${baseUrl}.`, "Voyez ce qui manque à la base de données.");
  }
  if (daysLeft === null) {
    return warning(
      ADDRESS,
      `${baseUrl} répond, mais sans chiffrement\u00a0: ni hors ligne, ni notifications, et les mots de passe se lisent en chemin.`,
      "Mettez un proxy avec TLS devant Diapason, et https:// dans BASE_URL.",
    );
  }
  if (daysLeft < SOON_DAYS) {
    const sentence = `${baseUrl} répond, mais son certificat expire dans ${daysLeft} jour${daysLeft > 1 ? "s" : ""}.`;
    return warning(ADDRESS, sentence, "Renouvelez le certificat du proxy.");
  }
  return fine(ADDRESS, `Diapason répond à ${baseUrl}\u00a0; certificat valable encore ${daysLeft} jours.`);
}

export function checkAddress({ baseUrl, isPrivate, state }: AddressValue): Finding {
  if (isPrivate) return fine(ADDRESS, "il n'y en a pas, seule cette machine atteint Diapason.");
  if (baseUrl === null || state === null) {
    return wrong(
      ADDRESS,
      "Diapason est ouvert au réseau, mais ne connaît pas son adresse\u00a0: il refuse tout autre nom que localhost.",
      "Donnez à BASE_URL l'adresse que les gens tapent, comme https://planning.example.org.",
    );
  }
  if (state.outcome === "answered") return checkResponse(baseUrl, state);
  const sentence = `${baseUrl} ne répond pas d'ici\u00a0: ${reasonInWords(state.reason)}.`;
  return wrong(ADDRESS, sentence, failureRemedy(state.reason));
}

export type MailState =
  | { readonly outcome: "unset" }
  /** `reason`: the mail library's code, or the system's. */
  | { readonly outcome: "failed"; readonly reason: string }
  | { readonly outcome: "accepted"; readonly isEncrypted: boolean; readonly hasPassword: boolean };

const MAIL = "Mails";

const FAILURES: Readonly<Record<string, readonly [sentence: string, remedy: string]>> = {
  EAUTH: ["il refuse l'utilisateur ou le mot de passe", "Corrigez l'utilisateur et le mot de passe dans MAIL_URL."],
  ENOAUTH: [
    "il demande un utilisateur et un mot de passe",
    "Ajoutez-les dans MAIL_URL, comme smtps://utilisateur:motdepasse@machine.",
  ],
  ETLS: [
    "il ne chiffre pas la connexion",
    "Retirez ?requireTLS=true de MAIL_URL, ou choisissez un serveur qui chiffre.",
  ],
  EPROTOCOL: ["ce qui répond n'est pas un serveur de mails", "Vérifiez la machine et le port dans MAIL_URL."],
};

/** @param host the mail server, without user and password */
export function checkMail(host: string, mailFrom: string, state: MailState, command: CommandLine): Finding {
  switch (state.outcome) {
    case "unset":
      return warning(
        MAIL,
        "sans MAIL_URL, les mails restent des fichiers et n'atteignent personne.",
        "Donnez à MAIL_URL votre serveur de mails, si l'équipe doit recevoir rappels et invitations.",
      );
    case "failed": {
      const { reason } = state;
      const [sentence, remedy] = FAILURES[reason] ?? [
        reasonInWords(reason),
        isCertificateReason(reason)
          ? "Donnez dans MAIL_URL le nom qui est dans le certificat, ou demandez-en un autre à votre hébergeur."
          : "Vérifiez la machine et le port dans MAIL_URL, et qu'aucun pare-feu ne bloque ce port.",
      ];
      return wrong(MAIL, `le serveur ${host} ne prend pas les mails\u00a0: ${sentence}.`, remedy);
    }
    case "accepted":
      if (!state.isEncrypted && state.hasPassword) {
        return warning(
          MAIL,
          `le serveur ${host} accepte la connexion, mais le mot de passe lui parvient en clair.`,
          "Utilisez smtps:// dans MAIL_URL, ou ajoutez ?requireTLS=true.",
        );
      }
      if (/@localhost>?$/.test(mailFrom)) {
        return warning(
          MAIL,
          `le serveur ${host} accepte la connexion, mais MAIL_FROM n'est pas une vraie adresse.`,
          "Donnez à MAIL_FROM une adresse de votre domaine, comme Diapason <planning@example.org>.",
        );
      }
      return fine(
        MAIL,
        `le serveur ${host} accepte la connexion${state.hasPassword ? " et le mot de passe" : ""}\u00a0; ${command("mail-test", "ADRESSE")} envoie un essai.`,
      );
  }
}
