import type { Topic } from "../../domain/notifications/topics.ts";

interface TopicSentences {
  /** What the button of the page would end. */
  readonly wouldEnd: string;
  readonly ended: string;
}

const SENTENCES: Readonly<Record<Topic, TopicSentences>> = {
  reminders: {
    wouldEnd: "Vous ne recevrez plus de rappel par mail quand une réponse de vous manque encore.",
    ended: "Vous ne recevez plus de rappel par mail.",
  },
  changes: {
    wouldEnd: "Vous ne recevrez plus de mail quand la date, l'heure ou le lieu d'un événement change.",
    ended: "Vous ne recevez plus de mail quand un événement change.",
  },
  requests: {
    wouldEnd: "Vous ne recevrez plus de mail quand l'équipe a besoin de vous.",
    ended: "Vous ne recevez plus de demande par mail.",
  },
  place: {
    wouldEnd: "Vous ne recevrez plus de mail sur ce que vous jouez, ni sur ce qui y change.",
    ended: "Vous ne recevez plus de mail sur votre place dans la formation.",
  },
  drop_outs: {
    wouldEnd: "Vous ne recevrez plus de mail quand quelqu'un ne peut plus venir.",
    ended: "Vous ne recevez plus de mail quand quelqu'un ne peut plus venir.",
  },
};

/** The page behind the link that ends one kind of mail. */
export const UNSUBSCRIBE_TEXTS = {
  product: "Diapason",
  heading: "Ne plus recevoir ces mails\u00a0?",
  rest: "Les autres mails ne changent pas, et vous pouvez y revenir à tout moment dans «\u00a0Notifications\u00a0».",
  button: "Ne plus recevoir ces mails",
  doneHeading: "C'est noté.",
  voidHeading: "Ce lien n'est plus valable.",
  settings: "Choisir mes notifications",
} as const;

export function wouldEndSentence(topic: Topic): string {
  return SENTENCES[topic].wouldEnd;
}

export function endedSentence(topic: Topic): string {
  return SENTENCES[topic].ended;
}
