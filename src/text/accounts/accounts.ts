export const accountText = {
  signInTitle: "Connexion",
  signUpTitle: "Créer un compte",
  email: "Adresse e-mail",
  password: "Mot de passe",
  confirmPassword: "Confirmer le mot de passe",
  showPassword: "Afficher le mot de passe",
  hidePassword: "Masquer le mot de passe",
  passwordHint: "6 caractères au moins",
  firstName: "Prénom",
  lastName: "Nom",
  services: "Services",
  servicesHint: "Ce que vous jouez. Une seule guitare à la fois.",
  rememberMe: "Se souvenir de moi",
  signIn: "Se connecter",
  signUp: "Créer mon compte",
  forgotPassword: "Mot de passe oublié\u00a0?",
  noAccountYet: "Pas encore de compte\u00a0?",
  alreadyRegistered: "Déjà inscrit\u00a0?",
} as const;

/** The sentences about accounts in the specification's error catalogue (§8). */
export const accountOutcome = {
  credentialsRequired: "Adresse e-mail et mot de passe requis",
  wrongPassword: "Mot de passe non valide",
  signInFailed: "Échec de la connexion",
  signUpFailed: "Échec de la création du compte",
  emailMissing: "Veuillez saisir votre adresse e-mail",
  resetFailed: "Adresse e-mail non trouvée.",
  resetSent: "Votre mot de passe a été transféré sur votre adresse mail.",
} as const;

/** Shown if the default admin is enabled, to people who try the product on their own machine. */
export const defaultAdminHint = (email: string) =>
  `Administrateur par défaut\u00a0: ${email}, avec n'importe quel mot de passe.`;

export const sessionEndText = {
  expired: "Votre session a expiré. Reconnectez-vous pour continuer.",
  ended:
    "Votre session a été fermée\u00a0: depuis un autre appareil, par un changement de mot de passe ou par la suppression du compte. Reconnectez-vous pour continuer.",
  over: "Votre session a pris fin. Reconnectez-vous pour continuer.",
  replaced: "Une autre personne s'est connectée dans ce navigateur. Reconnectez-vous pour continuer.",
} as const;

export const ownAccountText = {
  title: "Mes données",
  hint: "Tout ce que Diapason garde de vous, dans un fichier que vous pouvez lire.",
  download: "Télécharger mes données",
  downloaded: "Vos données sont téléchargées.",
  downloadFailed: "Vos données n'ont pas pu être téléchargées",
  delete: "Supprimer mon compte",
  whatGoes: "Seront supprimés\u00a0:",
  account: "votre compte, avec votre nom, votre adresse e-mail et vos services\u00a0;",
  sessions: "vos connexions, sur tous vos appareils\u00a0;",
  answers: "toutes vos réponses aux événements, et votre place dans les groupes.",
  consequence:
    "Personne ne pourra vous les rendre. Les groupes et les événements que vous avez créés restent à l'équipe.",
  passwordHint: "Pour être sûr que c'est bien vous.",
  deletionFailed: "Votre compte n'a pas pu être supprimé",
  deleted: "Votre compte est supprimé, avec vos connexions et vos réponses.",
} as const;
