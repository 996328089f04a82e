/** Words of exporting the user's own data and of deleting the account. */
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
