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

/** Whether a connection failed by its certificate. */
export function isCertificateReason(code: string): boolean {
  return /CERT|UNABLE_TO_VERIFY/.test(code);
}

/** « la connexion est refusée (ECONNREFUSED) »; the code helps whoever is asked for advice. */
export function reasonInWords(code: string): string {
  const words = REASONS[code];
  return words === undefined ? code : `${words} (${code})`;
}
