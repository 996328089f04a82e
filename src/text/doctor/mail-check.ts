import { type CommandLine, type Finding, fine, warning, wrong } from "./finding.ts";
import { isCertificateReason, reasonInWords } from "./reasons.ts";

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

/** @param host where it is, without user and password */
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
