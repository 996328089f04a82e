import { useState } from "react";
import { type Outcome, OutcomeMessage, refusal, useAction } from "#client/forms/use-action.tsx";
import { useServerData } from "#client/loading/use-server-data.ts";
import { useWish } from "#client/planning/line-up/turns-hooks.ts";
import { useSubmit } from "#client/planning/planning-hooks.ts";
import { useSharingState } from "#client/planning/sharing-hooks.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { useCall } from "#client/session/use-call.ts";
import { Checkbox } from "#client/ui/fields/checkbox.tsx";
import { SelectField } from "#client/ui/fields/select-field.tsx";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { Replies } from "#contract/accounts/notifications.ts";
import { API } from "#contract/paths.ts";
import { repliesText, timesAMonth, wishText } from "#text/profile/profile.ts";
import { MESSAGE_CLASS, ProfileRegion } from "./own-lists.tsx";

/** The highest number to choose: hardly anybody plays more often in a month. */
const USUAL_MOST = 10;

/** The numbers to choose from, and the wish itself if it is another number. */
function optionsFor(wish: number | null) {
  const usual = Array.from({ length: USUAL_MOST }, (_, index) => index + 1);
  const offered = wish === null || usual.includes(wish) ? usual : [...usual, wish];
  return offered.map((most) => ({ value: String(most), label: timesAMonth(most) }));
}

/** How many times a month the user wants to play at most ("wish"). A choice is saved at once. */
function WishRegion() {
  const { id: userId } = useUser();
  const { most: wish, status } = useWish(userId);
  const submit = useSubmit();
  const { outcome, act } = useAction(async (most: number | null): Promise<Outcome> => {
    const saved = await submit({ type: "person.wish_set", userId, most });
    return saved.status === "refused" ? refusal(saved, wishText.failed) : { status: "done", sentence: wishText.saved };
  });
  return (
    <ProfileRegion title={wishText.title} hint={wishText.explanation} hintClass="mt-1 mb-3">
      <SelectField
        label={wishText.label}
        options={optionsFor(wish)}
        placeholder={wishText.noLimit}
        value={wish ?? ""}
        disabled={status !== "ready"}
        error={status === "failed" ? wishText.loadFailed : undefined}
        onChange={({ target: { value } }) => act(value === "" ? null : Number(value))}
      />
      <OutcomeMessage outcome={outcome} className={MESSAGE_CLASS} />
    </ProfileRegion>
  );
}

/** Whether people whom the user asks to come may reply to the user's e-mail address. A choice is saved at once. */
function RepliesRegion() {
  const call = useCall();
  const replies = useServerData(API.ownReplies, Replies);
  /** `null`: nothing was chosen here, so the loaded setting is shown. */
  const [chosen, setChosen] = useState<boolean | null>(null);
  const { outcome, act } = useAction(async (areTaken: boolean): Promise<Outcome> => {
    const { failure } = await call({ method: "PUT", path: API.ownReplies, body: { areTaken }, response: Replies });
    return failure ? refusal(failure, repliesText.failed) : { status: "done", sentence: repliesText.saved };
  });
  return (
    <ProfileRegion title={repliesText.title} hint={repliesText.explanation} hintClass="my-1">
      <Checkbox
        label={repliesText.label}
        checked={chosen ?? replies.value?.areTaken ?? false}
        disabled={replies.status !== "ready"}
        onChange={({ target: { checked } }) => {
          setChosen(checked);
          act(checked);
        }}
      />
      {replies.status === "failed" ? <Alert detail={replies.reason}>{repliesText.notLoaded}</Alert> : null}
      <OutcomeMessage outcome={outcome} className={MESSAGE_CLASS} />
    </ProfileRegion>
  );
}

/** Settings of the user that are saved at each press. A local planning has no replies. */
export function Preferences() {
  const isShared = useSharingState() === "shared";
  return (
    <>
      <WishRegion />
      {isShared ? <RepliesRegion /> : null}
    </>
  );
}
