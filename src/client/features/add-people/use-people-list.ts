import { useEffect, useMemo, useState } from "react";
import { usePeople } from "#client/people/people-hooks.ts";
import { useMay } from "#client/planning/membership/rights-hooks.ts";
import { useMemberIds } from "#client/planning/team-hooks.ts";
import { Email } from "#contract/accounts/account-fields.ts";
import { NewPerson } from "#contract/accounts/people.ts";
import { useTeamServices } from "#client/session/team-services.ts";
import { areVCards, listFromVCards } from "./read-vcards.ts";
import { readRows } from "./read-rows.ts";
import { type KnownPerson, type PeopleList, readPeopleList, remainingText } from "#domain/people/list/people-list.ts";

/** A typed list is read once its writer pauses. */
const PAUSE_MS = 300;
const RULES = {
  isEmail: (text: string) => Email.safeParse(text).success,
  isName: (text: string) => NewPerson.shape.firstName.safeParse(text).success,
};

interface PeopleListState {
  readonly text: string;
  readonly type: (text: string) => void;
  /** Shows a text that did not come by typing, at once. */
  readonly replace: (text: string) => void;
  readonly list: PeopleList;
  /** Whether `list` is what the text says now. */
  readonly isRead: boolean;
  /** Lines whose person is another one than their namesake. */
  readonly others: ReadonlySet<string>;
  readonly answer: (line: string, isOther: boolean) => void;
  /** Leaves only the lines that were not added. */
  readonly keepRest: () => void;
}

/** The team. A leader gives nothing to somebody without an account elsewhere: to the list they are a namesake. */
function useKnownPeople(): readonly KnownPerson[] {
  const people = usePeople();
  const canInvite = useMay("user.invite");
  const memberIds = useMemberIds();
  return useMemo(
    () => people.map((one) => (canInvite || memberIds.includes(one.id) ? one : { ...one, account: "active" })),
    [people, canInvite, memberIds],
  );
}

export function usePeopleList(): PeopleListState {
  const known = useKnownPeople();
  const services = useTeamServices();
  const [text, setText] = useState("");
  const [readText, setReadText] = useState("");
  const [others, setOthers] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const pause = setTimeout(() => setReadText(text), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [text]);
  const list = useMemo(() => {
    const offered = services.flatMap(({ name, isOffered }) => (isOffered ? [name] : []));
    return readPeopleList(readRows(readText), { ...RULES, known, offered }, (line) => others.has(line));
  }, [readText, known, services, others]);

  function replace(next: string): void {
    const shown = areVCards(next) ? listFromVCards(next) : next;
    setText(shown);
    setReadText(shown);
  }

  return {
    text,
    type: setText,
    replace,
    list,
    isRead: text === readText,
    others,
    answer(line, isOther) {
      const answered = new Set(others);
      if (isOther) answered.add(line);
      else answered.delete(line);
      setOthers(answered);
    },
    keepRest: () => replace(remainingText(list)),
  };
}
