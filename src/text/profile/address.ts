/** Words of changing an account's e-mail address. */
export const addressChangeText = {
  title: "Changer d'adresse e-mail",
  email: "Nouvelle adresse e-mail",
  hint: "Un message part à la nouvelle adresse. Son lien, valable une heure, fait le changement\u00a0: jusque-là, rien ne change.",
  send: "Envoyer le message de confirmation",
  failed: "Le message n'a pas pu être préparé",
} as const;

/** « Le message part à lea@example.org. Ouvrez-le dans l'heure. » */
export function addressMessageSent(address: string): string {
  return `Le message part à ${address}. Ouvrez-le dans l'heure.`;
}
