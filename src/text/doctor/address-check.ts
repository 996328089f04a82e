import type { ClockReading } from "./clock-check.ts";
import { type Finding, fine, warning, wrong } from "./finding.ts";
import { isCertificateReason, reasonInWords } from "./reasons.ts";

/** What a server that knows our secret says about a call of ours. */
export interface SeenCall {
  readonly version: string;
  /** The other end of the connection: the proxy, where there is one. */
  readonly peer: string;
  /** The visitor's address, as this server takes it. */
  readonly address: string;
  readonly isPeerTrusted: boolean;
  readonly hasForwardedFor: boolean;
}

export type AddressState =
  | { readonly outcome: "failed"; readonly reason: string }
  | {
      readonly outcome: "answered";
      readonly status: number;
      /** Where it sends us instead. */
      readonly location: string | null;
      /** What it says is what a Diapason says to everybody. */
      readonly isDiapason: boolean;
      /** `null`: it did not prove that it knows our secret. */
      readonly seen: SeenCall | null;
      /** Until its certificate expires; `null` without TLS. */
      readonly daysLeft: number | null;
      readonly clock: ClockReading | null;
    };

interface AddressValue {
  /** `null`: not set. */
  readonly baseUrl: string | null;
  /** Only this machine can reach it. */
  readonly isPrivate: boolean;
  /** `null`: nothing to ask. */
  readonly state: AddressState | null;
  /** Whether a Diapason answers on this machine's own port. */
  readonly isRunning: boolean;
  /** Whether our own secret is known, so that a proof can be asked for. */
  readonly canProve: boolean;
}

type Answered = Extract<AddressState, { outcome: "answered" }>;

const ADDRESS = "Adresse publique";
const PROXY = "Proxy";
const SOON_DAYS = 14;
const START = "Démarrez Diapason, puis recommencez.";
const MISDIRECTED = 421;
const GATEWAY_ERRORS: ReadonlySet<number> = new Set([502, 503, 504]);

function checkFailure(baseUrl: string, reason: string, isRunning: boolean): Finding {
  const sentence = `${baseUrl} ne répond pas d'ici\u00a0: ${reasonInWords(reason)}.`;
  if (isCertificateReason(reason)) {
    return wrong(
      ADDRESS,
      sentence,
      "Renouvelez le certificat du proxy (avec Caddy ou certbot, cela se fait tout seul).",
    );
  }
  if (reason === "ENOTFOUND" || reason === "EAI_AGAIN") {
    return wrong(ADDRESS, sentence, "Corrigez le nom dans BASE_URL, ou son entrée DNS.");
  }
  const remedy =
    "Démarrez le proxy, et ouvrez son port dans le pare-feu\u00a0; une box refuse parfois qu'on l'appelle de l'intérieur.";
  return wrong(ADDRESS, sentence, isRunning ? remedy : START);
}

function checkAnswer(baseUrl: string, answer: Answered, isRunning: boolean, canProve: boolean): Finding {
  const { status, location, isDiapason, seen } = answer;
  if (seen === null) {
    if (location !== null) {
      return wrong(
        ADDRESS,
        `${baseUrl} renvoie vers ${location}.`,
        "Donnez à BASE_URL l'adresse finale, ou retirez ce renvoi du proxy.",
      );
    }
    if (status === MISDIRECTED) {
      return wrong(
        ADDRESS,
        `Diapason refuse le nom par lequel ${baseUrl} l'appelle.`,
        "Réglez le proxy pour qu'il transmette Host sans le changer, et redémarrez Diapason avec ce BASE_URL.",
      );
    }
    if (GATEWAY_ERRORS.has(status)) {
      const remedy = "Corrigez dans le proxy l'adresse et le port de Diapason.";
      return wrong(
        ADDRESS,
        `${baseUrl} répond ${status}\u00a0: le proxy n'atteint pas Diapason.`,
        isRunning ? remedy : START,
      );
    }
    if (!isDiapason) {
      return wrong(
        ADDRESS,
        `ce n'est pas Diapason qui répond à ${baseUrl} (statut ${status}).`,
        "Corrigez BASE_URL, ou l'adresse à laquelle le proxy transmet.",
      );
    }
    if (canProve) {
      return wrong(
        ADDRESS,
        `un autre Diapason répond à ${baseUrl}\u00a0: il n'a pas le même secret.`,
        "Corrigez BASE_URL, ou l'adresse à laquelle le proxy transmet\u00a0; plusieurs processus ont besoin du même AUTH_SECRET.",
      );
    }
    return warning(
      ADDRESS,
      `un Diapason répond à ${baseUrl}\u00a0; sans son secret, rien ne dit que c'est le vôtre.`,
      "Lancez cette commande avec l'utilisateur qui fait tourner Diapason.",
    );
  }
  return checkConnection(baseUrl, answer);
}

/** It is ours: how safe is the way to it? */
function checkConnection(baseUrl: string, { daysLeft, status }: Answered): Finding {
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
    return warning(
      ADDRESS,
      `${baseUrl} répond, mais son certificat expire dans ${daysLeft} jours.`,
      "Renouvelez le certificat du proxy.",
    );
  }
  return fine(ADDRESS, `${baseUrl} mène à ce Diapason\u00a0; certificat valable encore ${daysLeft} jours.`);
}

export function checkAddress({ baseUrl, isPrivate, state, isRunning, canProve }: AddressValue): Finding {
  if (isPrivate) return fine(ADDRESS, "il n'y en a pas, seule cette machine atteint Diapason.");
  if (baseUrl === null || state === null) {
    return wrong(
      ADDRESS,
      "Diapason est ouvert au réseau, mais ne connaît pas son adresse\u00a0: il refuse tout autre nom que localhost.",
      "Donnez à BASE_URL l'adresse que les gens tapent, comme https://planning.example.org.",
    );
  }
  if (state.outcome === "failed") return checkFailure(baseUrl, state.reason, isRunning);
  return checkAnswer(baseUrl, state, isRunning, canProve);
}

/** Whether the server knows the visitors' addresses. `null`: nothing was seen. */
export function checkProxy(baseUrl: string, { peer, address, isPeerTrusted, hasForwardedFor }: SeenCall): Finding {
  if (hasForwardedFor && isPeerTrusted) {
    return fine(PROXY, `l'adresse des visiteurs est transmise et crue (cet appel vient de ${address}).`);
  }
  if (hasForwardedFor) {
    return wrong(
      PROXY,
      `le proxy ${peer} transmet l'adresse des visiteurs, mais Diapason ne le croit pas\u00a0: toute l'équipe partage les mêmes limites.`,
      `Ajoutez ${peer} à TRUSTED_PROXY, puis redémarrez Diapason.`,
    );
  }
  if (baseUrl.startsWith("https://")) {
    return wrong(
      PROXY,
      `le proxy ${peer} ne transmet pas l'adresse des visiteurs\u00a0: toute l'équipe partage les mêmes limites.`,
      `Réglez le proxy pour qu'il envoie X-Forwarded-For, et mettez ${peer} dans TRUSTED_PROXY.`,
    );
  }
  return fine(PROXY, "il n'y en a pas, les visiteurs se connectent à Diapason lui-même.");
}
