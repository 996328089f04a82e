import * as z from "zod/mini";
import { shortText } from "../limits.ts";
import type { Operation } from "../operation.ts";
import { API } from "../paths.ts";

/** Several times the length of a real token. */
const CONFIRMATION_TOKEN_MAX = 200;

/** `token` comes from the mail. A value of any other form is refused as an invalid link. */
const AddressConfirmation = z.object({ token: shortText(CONFIRMATION_TOKEN_MAX, "confirmation.link_invalid") });

/** `address`: set if the link was about a change of address. It set the new address, or restored the former one. */
export const Confirmed = z.object({
  status: z.literal("done"),
  address: z.exactOptional(z.enum(["changed", "returned"])),
});

/** `confirmed`: the address was confirmed meanwhile, so there is nothing to send. */
export const ConfirmationRequested = z.object({ status: z.enum(["sent", "confirmed"]) });

export type ConfirmationRequested = z.infer<typeof ConfirmationRequested>;

export const CONFIRMATION_OPERATIONS = {
  confirmEmail: {
    method: "POST",
    path: API.confirmEmail,
    access: "anyone",
    summary:
      "Confirm an address by the link that was mailed to it. The link of a change of address works once: it gives the account its new address, or restores the former one and ends all sessions",
    request: AddressConfirmation,
    response: Confirmed,
  },
  requestConfirmation: {
    method: "POST",
    path: API.ownConfirmation,
    access: "profile.edit_own",
    summary:
      "Mail a new link, valid for seven days, that confirms the caller's address; the previous one stops working",
    response: ConfirmationRequested,
  },
} as const satisfies Readonly<Record<string, Operation>>;
