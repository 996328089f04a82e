import { useEffect, useMemo, useState } from "react";
import { usePeople } from "#client/people/people-hooks.ts";
import { useMay } from "#client/planning/planning-hooks.ts";
import { useMemberIds } from "#client/planning/team-hooks.ts";
import { useTeamServices } from "#client/session/team-services.ts";
import { Email } from "#contract/accounts/account-fields.ts";
import { NewPerson } from "#contract/accounts/people.ts";
import { type KnownPerson, readPeopleList, remainingText } from "#domain/people/list/people-list.ts";
import { readRows } from "./read-rows.ts";
import { areVCards, listFromVCards } from "./read-vcards.ts";

/** The list is read after this time without typing. */
const PAUSE_MS = 300;
const RULES = {
  isEmail: (text: string) => Email.safeParse(text).success,
  isName: (text: string) => NewPerson.shape.firstName.safeParse(text).success,
};

/**
 * The people of the team. A user without the right to invite may complete only members, so other people count as having
 * an account: a line with such a name becomes a question.
 */
function useKnownPeople(): readonly KnownPerson[] {
  const people = usePeople();
  const canInvite = useMay("user.invite");
  const memberIds = useMemberIds();
  return useMemo(
    () =>
      people.map((person) => (canInvite || memberIds.includes(person.id) ? person : { ...person, account: "active" })),
    [people, canInvite, memberIds],
  );
}

export function usePeopleList() {
  const known = useKnownPeople();
  const services = useTeamServices();
  const [text, setText] = useState("");
  const [readText, setReadText] = useState("");
  const [notNamesakes, setNotNamesakes] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const pause = setTimeout(() => setReadText(text), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [text]);
  const list = useMemo(() => {
    const offered = services.flatMap(({ name, isOffered }) => (isOffered ? [name] : []));
    return readPeopleList(readRows(readText), { ...RULES, known, offered }, (line) => notNamesakes.has(line));
  }, [readText, known, services, notNamesakes]);

  function replace(next: string): void {
    const shown = areVCards(next) ? listFromVCards(next) : next;
    setText(shown);
    setReadText(shown);
  }

  return {
    text,
    type: setText,
    /** Replaces the text and reads it at once: for what is pasted or comes from a file. */
    replace,
    list,
    /** Whether `list` is what the text says now. */
    isRead: text === readText,
    /** Lines whose person is not the namesake, as the user decided. */
    notNamesakes,
    decide: (line: string, isOther: boolean) => {
      const decided = new Set(notNamesakes);
      if (isOther) decided.add(line);
      else decided.delete(line);
      setNotNamesakes(decided);
    },
    /** Leaves only the lines that were not added. */
    keepRest: () => replace(remainingText(list)),
  };
}
