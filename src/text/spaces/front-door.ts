/** The front page of an installation with many spaces. */
export const frontDoorText = {
  title: "Un planning",
  titleEnd: "pour votre équipe",
  opening:
    "Qui vient, qui joue quoi, et ce qui manque encore\u00a0: chacun répond d'un toucher, l'équipe le voit aussitôt.",
  toFind: "Déjà une équipe\u00a0?",
  name: "Nom de l'équipe",
  slug: "Adresse de l'espace",
  email: "Votre adresse e-mail",
  create: "Créer l'espace",
  hint: "Vous recevrez un lien. Rien n'est créé avant que vous l'ouvriez.",
  sent: "Un message vous attend\u00a0: ouvrez son lien pour créer l'espace.",
  sentDetail: "Le lien est valable 24\u00a0heures. Pensez à regarder dans les indésirables.",
  findTitle: "Retrouver mes espaces",
  findOpening: "Votre équipe a déjà le sien\u00a0? Recevez par mail l'adresse de chaque espace où vous avez un compte.",
  find: "Recevoir la liste",
  listSent: "Si cette adresse a un compte dans un espace, un message vous attend.",
  noMail:
    "Cette installation n'envoie pas de messages\u00a0: demandez votre lien à la personne qui l'héberge, qui crée un espace par une commande.",
  toForms: "Revenir à la page d'accueil",
  full: "Cette installation ne peut plus accueillir d'espace. Prévenez la personne qui l'héberge.",
  linkTitle: "Créer l'espace",
  linkReady: "Il ne reste qu'à créer votre compte, qui sera le premier administrateur.",
  linkVoid: "Ce lien n'est plus valable.",
  linkVoidDetail: "L'espace est déjà créé, ou le lien a plus de 24\u00a0heures.",
} as const;

/** Shown below the field of the address. */
export const SLUG_SENTENCES = {
  free: "Cette adresse est libre.",
  taken: "Cette adresse est déjà prise.",
  form: "3 à 30 lettres de a à z sans accent, chiffres ou tirets, sans tiret au bord.",
  reserved: "Cette adresse est réservée\u00a0: choisissez-en une autre.",
} as const;

export const FIELD_SENTENCES = {
  nameMissing: "Donnez le nom de votre équipe.",
  emailMissing: "Donnez votre adresse e-mail.",
} as const;

/** Shown at the address of a space that nobody can open. */
export const SPACE_PAGES = {
  unknown: "Cet espace n'existe pas.",
  suspended: "Cet espace est suspendu.",
  failed: "Cet espace est momentanément indisponible. Réessayez dans quelques minutes.",
} as const;

export const TO_FRONT_DOOR = "Aller à la page d'accueil";
