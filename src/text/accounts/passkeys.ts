import { deviceName } from "../profile/sessions.ts";

/** Words of signing in without a password. */
export const passkeySignInText = {
  signIn: "Se connecter sans mot de passe",
  notUsed:
    "Aucune clé d'accès n'a été utilisée. Pour en ajouter une, connectez-vous avec votre mot de passe et ouvrez votre profil.",
} as const;

/** Words of the user's own passkeys. */
export const passkeyText = {
  title: "Clés d'accès",
  hint: "Se connecter sans mot de passe, avec l'empreinte, le visage ou le code de l'appareil.",
  add: "Ajouter une clé d'accès",
  passwordHint: "Pour être sûr que c'est bien vous. L'appareil vous demandera ensuite de le déverrouiller.",
  added: "La clé d'accès est ajoutée.",
  addFailed: "La clé d'accès n'a pas pu être ajoutée",
  notMade: "L'appareil n'a pas créé de clé.",
  alreadyHere: "Cet appareil a déjà une clé d'accès pour ce compte.",
  synced: "Synchronisée entre vos appareils",
  neverUsed: "Jamais utilisée",
  removed: "La clé d'accès est retirée.",
  removeFailed: "La clé d'accès n'a pas pu être retirée",
  loadFailed: "La liste de vos clés d'accès n'a pas pu être chargée.",
} as const;

/** « Retirer la clé d'accès Firefox sur Windows » */
export function removePasskey(passkey: Parameters<typeof deviceName>[0]): string {
  return `Retirer la clé d'accès ${deviceName(passkey)}`;
}

/** « Ajoutée le 24 novembre 2026 » */
export function passkeySince(date: string): string {
  return `Ajoutée le ${date}`;
}

/** « Utilisée le 24 novembre 2026 » */
export function passkeyUsed(date: string): string {
  return `Utilisée le ${date}`;
}
