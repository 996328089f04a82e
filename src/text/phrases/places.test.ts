import { describe, expect, test } from "vitest";
import type { BandRole } from "../../domain/line-up/band-roles.ts";
import { effectSentence, outcomeSentence } from "../event/answer-effect.ts";
import { notTogether, repairSentence, stillOpenSentence } from "../event/kept-line-up.ts";
import { heldByNobodySentence, verdictSentence } from "../event/line-up.ts";
import { missingInWords } from "../grid/grid.ts";
import { benchCount, benchHint } from "../groups/bench.ts";
import { rolesOfGroup, ownRolesSummary } from "../groups/required-roles.ts";
import { dropOutLine, placeMail } from "../mails/line-up-mails.ts";
import { missingSentence } from "./availability.ts";
import { placeNames } from "./places.ts";

const REQUIRED: readonly BandRole[] = ["Lead", "Voix", "Voix"];

function person(name: string) {
  const [firstName = "", lastName = ""] = name.split(" ");
  return { id: name, firstName, lastName, positions: [] };
}

const lea = person("Léa Colin");
const ruth = person("Ruth Diallo");
const incomplete = { toAsk: [], isPast: false, missing: [] as readonly BandRole[] };

describe("a role that is needed several times", () => {
  test("says how many of how many there are where it is missing, and is named once", () => {
    expect(missingSentence(["Lead", "Voix"], REQUIRED)).toBe("Manque\u00a0: Lead, Voix (1 sur 2)");
    expect(missingSentence(["Voix", "Voix"], REQUIRED)).toBe("Manque\u00a0: Voix (0 sur 2)");
    expect(missingInWords(["Voix"], REQUIRED)).toBe("Voix (1 sur 2)");
    expect(stillOpenSentence(["Voix", "Voix"])).toBe("Il manque toujours quelqu'un pour la Voix.");
    const dropOut = { before: "fragile", now: "out_of_reach", missing: ["Voix"], toAsk: [] } as const;
    expect(dropOutLine(dropOut, REQUIRED)).toBe("Quelqu'un ne vient plus. Il manque maintenant\u00a0: Voix (1 sur 2).");
  });

  test("has numbered places in a line-up, and on the mail to who plays", () => {
    expect(placeNames(REQUIRED)).toEqual(["Lead", "Voix 1", "Voix 2"]);
    const mail = placeMail({
      firstName: "Ruth",
      before: [],
      now: ["Voix"],
      event: { name: "Culte", date: "2099-11-22", time: "10:00", location: "Temple" },
      lineUp: [
        { role: "Lead", name: "Léa Colin" },
        { role: "Voix", name: "Anaïs Rousseau" },
        { role: "Voix", name: "Ruth Diallo" },
      ],
      groupName: "Louange",
      links: { event: "", settings: "", unsubscribe: "" } as never,
    });
    expect(mail.events?.[0]?.details).toEqual([
      "Lead\u00a0: Léa Colin",
      "Voix 1\u00a0: Anaïs Rousseau",
      "Voix 2\u00a0: Ruth Diallo",
    ]);
    expect(repairSentence([{ person: ruth, from: [], to: ["Voix"] }])).toBe("Ruth Diallo prend la Voix.");
    expect(notTogether("Ruth Diallo", ["Voix", "Voix"])).toBe("Ruth Diallo ne peut pas tenir deux places de Voix.");
  });

  test("is told apart from one that nobody holds, in the answer", () => {
    const lineUp = [{ role: "Lead", holder: lea } as const, { role: "Voix", holder: ruth } as const];
    const toFill = { ...incomplete, state: "roles_to_fill", lineUp, leftOut: ["Voix"], missing: ["Voix"] } as const;
    expect(verdictSentence(toFill)).toBe(
      "Une seule personne est présente pour la Voix, et il en faut deux. Les réponses qui manquent peuvent encore suffire.",
    );
    const both = { ...toFill, lineUp: lineUp.slice(1), leftOut: ["Lead", "Voix"], missing: ["Lead", "Voix"] } as const;
    expect(verdictSentence(both)).toBe(
      "Personne n'est présent pour le Lead. Une seule personne est présente pour la Voix, et il en faut deux. Les réponses qui manquent peuvent encore suffire.",
    );
    const none = {
      ...toFill,
      lineUp: lineUp.slice(0, 1),
      leftOut: ["Voix", "Voix"],
      missing: ["Voix", "Voix"],
    } as const;
    expect(verdictSentence(none)).toBe(
      "Personne n'est présent pour la Voix, mais les réponses qui manquent peuvent encore suffire.",
    );
    const blockage = { roles: ["Voix"], holders: [] } as const;
    const out = { ...toFill, state: "out_of_reach", blockage, heldByNobody: [] } as const;
    expect(verdictSentence(out)).toBe(
      "Il n'y a qu'une personne pour la Voix, et il en faut deux, même avec tous les oui encore possibles.",
    );
    expect(verdictSentence({ ...out, isPast: true })).toBe(
      "Il n'y avait qu'une personne pour la Voix, et il en fallait deux.",
    );
    expect(heldByNobodySentence(["Voix"], REQUIRED)).toBe(
      "Dans l'équipe, une seule personne a choisi Voix, et il en faut deux\u00a0: invitez quelqu'un, ou complétez un profil.",
    );
    const full = [...lineUp, { role: "Voix", holder: person("Anaïs Rousseau") } as const];
    expect(verdictSentence({ state: "complete", isPast: false, lineUp: full })).toBe(
      "Les trois places sont tenues par trois personnes, et une absence ne suffirait pas à l'empêcher.",
    );
  });

  test("tells each person what their own answer changes", () => {
    const one = { kind: "covers", roles: ["Voix"], several: [{ role: "Voix", others: 1, needed: 2 }] } as const;
    expect(effectSentence(one, REQUIRED)).toBe("Sans vous, il manque\u00a0: Voix (1 sur 2).");
    expect(outcomeSentence("present", one, REQUIRED)).toBe("La Voix est couverte. Merci\u00a0!");
    const more = {
      kind: "covers",
      roles: ["Lead", "Voix"],
      several: [{ role: "Voix", others: 1, needed: 3 }],
    } as const;
    expect(effectSentence(more, REQUIRED)).toBe("Sans vous, il manque\u00a0: Lead, Voix (1 sur 3).");
    expect(outcomeSentence("present", more, REQUIRED)).toBe("Le Lead est couvert. Voix (2 sur 3). Merci\u00a0!");
    const whole = { kind: "line_up", isWhole: true, leftOutWithout: ["Voix"] } as const;
    expect(effectSentence(whole, ["Lead", "Voix", "Voix"])).toBe(
      "Sans vous, les trois places ne peuvent pas être tenues ensemble.",
    );
    expect(outcomeSentence("present", whole, ["Lead", "Voix", "Voix"])).toBe(
      "Les trois places peuvent être tenues ensemble. Merci\u00a0!",
    );
  });

  test("is counted on the bench, and where roles are chosen", () => {
    const bench = { role: "Voix", needed: 2 } as const;
    expect([benchCount, benchHint].map((of) => of({ ...bench, depth: "nobody", holders: [] }))).toEqual([
      "0 sur 2",
      "Il en faut deux\u00a0: personne ne tient encore ce rôle.",
    ]);
    expect([benchCount, benchHint].map((of) => of({ ...bench, depth: "one", holders: [ruth] }))).toEqual([
      "1 sur 2",
      "Il en faut deux\u00a0: personne d'autre ne le tient encore.",
    ]);
    expect([benchCount, benchHint].map((of) => of({ ...bench, depth: "one", holders: [ruth, lea] }))).toEqual([
      "2 personnes",
      "Il en faut deux\u00a0: une absence laisserait une place vide.",
    ]);
    expect(rolesOfGroup(REQUIRED)).toBe("Pour ce groupe\u00a0: Lead, Voix (2).");
    expect(ownRolesSummary(REQUIRED)).toBe("3\u00a0places nécessaires");
  });
});
