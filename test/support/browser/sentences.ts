/** Shown on any screen while no call reaches the server. */
export const UNREACHABLE = "Le serveur ne répond pas. Vérifiez votre connexion.";

/** Shown when the browser refuses to store anything more. */
export const STORAGE_FULL = "L'espace de stockage de ce navigateur est plein ou bloqué.";
