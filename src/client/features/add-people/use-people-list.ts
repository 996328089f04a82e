import { useEffect, useMemo, useState } from "react";
import { usePeople } from "#client/people/people-hooks.ts";
import { useGroupNeeds, useMay, usePlanningPart } from "#client/planning/planning-hooks.ts";
import { useTeamServices } from "#client/session/team-services.ts";
import { Email } from "#contract/accounts/account-fields.ts";
import { NewPerson } from "#contract/accounts/people.ts";
import { type KnownPerson, readPeopleList, remainingText } from "#domain/people/list/people-list.ts";
import { readRows } from "./read-rows.ts";
import { areVCards, listFromVCards } from "./read-vcards.ts";

/** Debounce: the text is parsed after this time without typing. */
const PAUSE_MS = 300;
const RULES = {
  isEmail: (text: string) => Email.safeParse(text).success,
  isName: (text: string) => NewPerson.shape.firstName.safeParse(text).success,
};

/**
 * The people of the team, with whom the list is compared. Leaders may complete the data of the chosen group's members
 * only. For them, everybody else counts as having an active account, because a line never completes an active account:
 * the preview asks whether the line is another person with the same name.
 */
function useKnownPeople(groupId: string | undefined): readonly KnownPerson[] {
  const people = usePeople();
  const canInvite = useMay("user.invite");
  const members = usePlanningPart("members");
  useGroupNeeds(canInvite || groupId === undefined ? [] : [groupId]);
  return useMemo(() => {
    if (canInvite) return people;
    const memberIds = members?.[groupId ?? ""] ?? [];
    return people.map((person) => (memberIds.includes(person.id) ? person : { ...person, account: "active" }));
  }, [people, canInvite, groupId, members]);
}

/** The list of people to add to a group: its text, its parsed lines, and what the user decided about namesakes. */
export function usePeopleList(groupId: string | undefined) {
  const known = useKnownPeople(groupId);
  const services = useTeamServices();
  const [text, setText] = useState("");
  const [parsedText, setParsedText] = useState("");
  const [notNamesakes, setNotNamesakes] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const pause = setTimeout(() => setParsedText(text), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [text]);
  const list = useMemo(() => {
    const offered = services.flatMap(({ name, isOffered }) => (isOffered ? [name] : []));
    return readPeopleList(readRows(parsedText), { ...RULES, known, offered }, (line) => notNamesakes.has(line));
  }, [parsedText, known, services, notNamesakes]);

  function replace(next: string): void {
    const shown = areVCards(next) ? listFromVCards(next) : next;
    setText(shown);
    setParsedText(shown);
  }

  return {
    text,
    setText,
    /** Replaces the text with pasted text, and parses it at once. */
    replace,
    /** Adds the list in a file below the text, which may have changed while the file was read. */
    append: (fileText: string) =>
      setText((current) => (current.trim() === "" ? fileText : `${current.trimEnd()}\n${fileText}`)),
    list,
    /** Whether `list` is up to date with the text. */
    isParsed: text === parsedText,
    /** The texts of the lines for which the user decided: this is another person than the namesake in the team. */
    notNamesakes,
    decide: (line: string, isOther: boolean) => {
      const decided = new Set(notNamesakes);
      if (isOther) decided.add(line);
      else decided.delete(line);
      setNotNamesakes(decided);
    },
    /** After people were added to the team: removes their lines, and what was decided about these. */
    removeAddedPeople: () => {
      const added = new Set(list.lines.flatMap(({ state, text: line }) => (state.status === "good" ? [line] : [])));
      const isLeft = (line: string) => !added.has(line);
      // Lines that were typed during the call stay.
      const withoutAdded = (current: string) =>
        current === text ? remainingText(list) : current.split("\n").filter(isLeft).join("\n");
      setText(withoutAdded);
      setParsedText(withoutAdded);
      setNotNamesakes((decided) => new Set([...decided].filter(isLeft)));
    },
  };
}
