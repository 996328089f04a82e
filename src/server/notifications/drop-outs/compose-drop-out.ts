import { answerOf } from "#domain/availability/availability.ts";
import { detailsOf } from "#domain/planning/planning.ts";
import { dropOutLine, dropOutMail } from "#text/notifications/drop-out-message.ts";
import { pushLine } from "#text/notifications/push-message.ts";
import { type DropOutMessage, readDropOut } from "./read-drop-out.ts";
import { type Composed, footLinks, mayStill, type Occasion, pushOf } from "../telling/composing.ts";

export async function composeDropOut(occasion: Occasion, message: DropOutMessage): Promise<Composed | null> {
  const { queryable, recipient, addresses, now, zone } = occasion;
  const read = await readDropOut(queryable, message, now, zone);
  if (read === null || !mayStill(recipient, "event.hear_of_drop_outs", read.situation)) return null;
  const { situation, person, dropOut } = read;
  const { event, group } = situation;
  return {
    mail: dropOutMail({
      firstName: recipient.firstName,
      event: detailsOf(event),
      person,
      isAbsent: person !== null && answerOf(event.availability, person.id) === "absent",
      dropOut,
      groupName: group.name,
      links: { ...footLinks(occasion, "drop_outs"), event: addresses.event(event.id) },
    }),
    pushes: [pushOf(occasion, event, pushLine(event, dropOutLine(dropOut)), false)],
  };
}
