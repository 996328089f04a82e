/** Why somebody has to sign in again. */
export const sessionEndText = {
  expired: "Votre session a expiré. Reconnectez-vous pour continuer.",
  ended:
    "Votre session a été fermée\u00a0: depuis un autre appareil, par un changement de mot de passe ou par la suppression du compte. Reconnectez-vous pour continuer.",
  over: "Votre session a pris fin. Reconnectez-vous pour continuer.",
} as const;
