import { startTransition, useActionState, useId } from "react";
import { useSubmit } from "#client/planning/planning-hooks.ts";
import { useWish } from "#client/planning/line-up/turns-hooks.ts";
import { useUser } from "#client/session/session-hooks.ts";
import { SelectField } from "#client/ui/fields/select-field.tsx";
import { useExpiringMessage } from "#client/ui/overlays/use-expiring-message.ts";
import { Alert } from "#client/ui/surfaces/message.tsx";
import { StatusMessage } from "#client/ui/surfaces/status-message.tsx";
import { sentenceOf } from "#text/errors/errors.ts";
import { timesAMonth, wishText } from "#text/profile/profile.ts";

type Outcome =
  | { readonly status: "nothing" }
  | { readonly status: "saved" }
  | { readonly status: "failed"; readonly reason: string };

const NO_OUTCOME: Outcome = { status: "nothing" };

/** Hardly anybody plays more often than twice a week. */
const USUAL_MOST = 10;

/** The numbers to choose from; another one that is set stays among them. */
function optionsFor(wish: number | null) {
  const usual = Array.from({ length: USUAL_MOST }, (_, index) => index + 1);
  const offered = wish === null || usual.includes(wish) ? usual : [...usual, wish];
  return offered.map((most) => ({ value: String(most), label: timesAMonth(most) }));
}

/** How many times a month the user wants to play at most. A choice is saved at once. */
export function WishRegion() {
  const titleId = useId();
  const { id: userId } = useUser();
  const { most: wish, status } = useWish(userId);
  const submit = useSubmit();

  async function choose(_: Outcome, most: number | null): Promise<Outcome> {
    const outcome = await submit({ type: "person.wish_set", userId, most });
    return outcome.status === "refused" ? { status: "failed", reason: sentenceOf(outcome.code) } : { status: "saved" };
  }

  const [outcome, save] = useActionState(choose, NO_OUTCOME);
  const saved = useExpiringMessage(outcome.status === "saved" ? outcome : null);

  return (
    <section aria-labelledby={titleId} className="mt-5 border-t border-line pt-4">
      <h3 id={titleId} className="text-name">
        {wishText.title}
      </h3>
      <p className="mt-1 mb-3 text-small text-ink-2">{wishText.explanation}</p>
      <SelectField
        label={wishText.label}
        options={optionsFor(wish)}
        placeholder={wishText.noLimit}
        value={wish ?? ""}
        disabled={status !== "ready"}
        error={status === "failed" ? wishText.loadFailed : undefined}
        onChange={({ target: { value } }) => startTransition(() => save(value === "" ? null : Number(value)))}
      />
      <div className="[&>:not(:empty)]:mt-2">
        {outcome.status === "failed" ? <Alert detail={outcome.reason}>{wishText.failed}</Alert> : null}
        <StatusMessage>{saved ? wishText.saved : null}</StatusMessage>
      </div>
    </section>
  );
}
