/** Words of the page `/agenda`, where users get an address for their calendar program (iCalendar). */
export const agendaText = {
  title: "Mon agenda",
  lead: "Vos événements dans l'agenda de votre téléphone, tenus à jour d'eux-mêmes.",
  create: "Créer mon lien",
  createFailed: "Le lien n'a pas pu être créé",
  address: "Adresse de mon agenda",
  addressHint:
    "Cette adresse est personnelle\u00a0: qui l'a voit vos dates. L'agenda se met à jour en une heure, parfois un jour.",
  open: "Ouvrir dans mon agenda",
  copy: "Copier l'adresse",
  copied: "Copiée",
  copyFailed: "L'adresse n'a pas pu être copiée. Elle est sélectionnée\u00a0: copiez-la vous-même.",
  renew: "Renouveler le lien",
  renewHint: "L'adresse d'avant s'arrête aussitôt\u00a0: donnez la nouvelle à votre agenda.",
  confirmRenewal: "Renouveler",
  renewed: "La nouvelle adresse est prête, celle d'avant ne fonctionne plus.",
  renewFailed: "Le lien n'a pas pu être renouvelé",
  remove: "Supprimer le lien",
  removeHint: "Votre agenda ne recevra plus vos dates.",
  removed: "Le lien est supprimé, son adresse ne fonctionne plus.",
  removeFailed: "Le lien n'a pas pu être supprimé",
  loadFailed: "L'adresse de votre agenda n'a pas pu être chargée.",
  seen: "Ce que vous y verrez",
} as const;

/** What each answer becomes in the calendar. */
export const SEEN_WORDS = {
  present: "l'événement, confirmé",
  none: "l'événement, provisoire",
  absent: "rien\u00a0: la date reste libre",
} as const;

interface HowTo {
  readonly title: string;
  readonly steps: readonly string[];
}

/** How the address gets into the usual calendar programs. */
export const HOW_TOS: readonly HowTo[] = [
  {
    title: "Sur iPhone et iPad",
    steps: [
      "Touchez «\u00a0Ouvrir dans mon agenda\u00a0», puis «\u00a0S'abonner\u00a0».",
      "Si rien ne s'ouvre\u00a0: copiez l'adresse, puis, dans l'app Calendrier, «\u00a0Calendriers\u00a0», «\u00a0Ajouter\u00a0», «\u00a0Ajouter un calendrier avec abonnement\u00a0».",
    ],
  },
  {
    title: "Avec Google Agenda",
    steps: [
      "Copiez l'adresse, puis ouvrez Google Agenda sur un ordinateur.",
      "À côté de «\u00a0Autres agendas\u00a0», choisissez «\u00a0+\u00a0», puis «\u00a0À partir de l'URL\u00a0», et collez l'adresse.",
      "L'agenda arrive aussi sur votre téléphone. Google le relit environ une fois par jour.",
    ],
  },
  {
    title: "Avec Outlook",
    steps: [
      "Copiez l'adresse, puis ouvrez le calendrier d'Outlook.",
      "Choisissez «\u00a0Ajouter un calendrier\u00a0», puis «\u00a0S'abonner à partir du web\u00a0», et collez l'adresse.",
    ],
  },
];
