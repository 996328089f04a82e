export const passwordText = {
  change: "Changer le mot de passe",
  old: "Ancien mot de passe",
  new: "Nouveau mot de passe",
  confirmNew: "Confirmer le nouveau mot de passe",
  submitChange: "Modifier le mot de passe",
  save: "Enregistrer le mot de passe",
  askForLink: "Demander un nouveau lien",
} as const;

/** How well a new password would protect, on one line of a phone. */
export const PASSWORD_STRENGTH_WORDS = {
  weak: "Facile à deviner, ajoutez un mot ou deux",
  fair: "Correct, plus long serait mieux encore",
  strong: "Solide",
} as const;

/** Sentences of the specification's error catalogue (§8). */
export const passwordOutcome = {
  changed: "Mot de passe modifié avec succès",
  changeFailed: "Échec de la modification du mot de passe",
} as const;
