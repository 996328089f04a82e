import { useEffect } from "react";
import { eventIdIn } from "#contract/paths.ts";
import type { Group } from "#domain/planning/planning.ts";
import { layoutText } from "#text/shell/layout.ts";
import { useEntrusted } from "../family/entrusted-hooks.ts";
import { PAGES } from "../pages.ts";
import { usePeople } from "../people/people-hooks.ts";
import { PeopleProvider } from "../people/people-provider.tsx";
import { useJoiningQuestion } from "../planning/membership/membership-hooks.ts";
import { useConnection, usePlanningEnvironment, useSelectedGroup } from "../planning/planning-hooks.ts";
import type { LostGroup } from "../planning/selected-group.ts";
import { useUser } from "../session/session-hooks.ts";
import { useStore } from "../storage/listeners.ts";
import { ToastProvider } from "../ui/overlays/toast.tsx";
import { optionalPart } from "../ui/page/lazy-part.tsx";
import { Notice } from "../ui/surfaces/message.tsx";
import { usePagePath } from "./arrival/arrival.tsx";
import { lostGroup, wantedEvent } from "./arrival/pending-notices.ts";
import type { JoiningPanelProps } from "./shell/group-notices.tsx";
import { Layout } from "./shell/layout.tsx";
import { Screens } from "./signed-in-screens.tsx";

/** Shown while `JoiningPanel` loads, with the panel's height on a phone and on a wide screen, so that nothing moves. */
function PanelPlaceholder() {
  return <div className="min-h-40 rounded-card bg-primary-soft sm:min-h-17" />;
}

const JoiningPanel = optionalPart<JoiningPanelProps>(
  async () => (await import("./shell/group-notices.tsx")).JoiningPanel,
  PanelPlaceholder,
);

const NamesakeNotice = optionalPart<{ readonly group: Group }>(
  async () => (await import("./shell/group-notices.tsx")).NamesakeNotice,
);

function GroupQuestion({ group }: { readonly group: Group }) {
  const { id } = useUser();
  const { isAsked, join, decline } = useJoiningQuestion(group.id, id);
  // A user who answers for others may view the group for them, so they are not asked to join it.
  const entrusted = useEntrusted();
  const hasNamesake = usePeople().some((person) => person.id === id && person.namesakes);
  if (isAsked && entrusted.length === 0) return <JoiningPanel group={group} join={join} decline={decline} />;
  return hasNamesake ? <NamesakeNotice group={group} /> : null;
}

/** Asks a user who only views the selected group whether they want to join it. A member may get `NamesakeNotice` instead. */
function JoiningQuestion() {
  const group = useSelectedGroup();
  return group === null ? null : <GroupQuestion key={group.id} group={group} />;
}

// Loaded separately, because few visits show one of them.
const WantedEvent = optionalPart<{ readonly eventId: string }>(
  async () => (await import("./arrival/arrival-sentences.tsx")).WantedEvent,
);
const LossSentence = optionalPart<{ readonly lost: LostGroup }>(
  async () => (await import("./arrival/arrival-sentences.tsx")).LossSentence,
);

/** « Vous veniez pour »: offers, after sign-in, the event whose page was opened while signed out. */
function WantedEventNotice() {
  const path = usePagePath();
  const eventId = useStore(wantedEvent.subscribe, wantedEvent.id);
  useEffect(() => {
    if (eventId !== null && eventIdIn(path) === eventId) wantedEvent.forget();
  }, [path, eventId]);
  if (eventId === null || (path !== PAGES.home && path !== PAGES.groupChoice)) return null;
  return <WantedEvent eventId={eventId} />;
}

/** On the screen to choose a group: says why the selected group is missing, until the user leaves that screen. */
function LostGroupLine() {
  const path = usePagePath();
  const lost = useStore(lostGroup.subscribe, lostGroup.get);
  useEffect(
    () => () => {
      if (path === PAGES.groupChoice) lostGroup.set(null);
    },
    [path],
  );
  return (
    <div aria-live="polite">
      {lost !== null && path === PAGES.groupChoice ? (
        <div className="mx-auto mb-4 w-full max-w-[560px] md:max-w-[626px]">
          <Notice>
            <LossSentence lost={lost} />
          </Notice>
        </div>
      ) : null}
    </div>
  );
}

/** Everything that a signed-in user sees: the layout, its notices, and the screen of the address. */
export function SignedInArea() {
  const isShared = useConnection() !== null;
  return (
    <PeopleProvider subscribe={usePlanningEnvironment().subscribeToPeople}>
      <ToastProvider place={usePagePath()} closeLabel={layoutText.close}>
        <Layout>
          <LostGroupLine />
          <WantedEventNotice />
          <Screens question={isShared ? <JoiningQuestion /> : null} />
        </Layout>
      </ToastProvider>
    </PeopleProvider>
  );
}
