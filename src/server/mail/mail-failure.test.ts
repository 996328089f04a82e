import { describe, expect, test } from "vitest";
import { MailRefused, mailErrorOf } from "./mail-failure.ts";

function answered(response: string, command = "RCPT TO"): Error {
  const responseCode = Number(response.slice(0, 3));
  return Object.assign(new Error("refused"), { code: "EENVELOPE", responseCode, response, command });
}

describe("a refusal by the mail server", () => {
  test.each([
    "550 5.1.1 <anne@example.org>: Recipient address rejected: User unknown in virtual mailbox table",
    "550 No such user here",
    "550 Requested action not taken: mailbox unavailable",
    "550 5.2.1 The email account is disabled",
    "553 Unknown recipient",
  ])("is one of the address: %s", (response) => {
    expect(mailErrorOf(answered(response))).toMatchObject({ isAddressRefused: true });
  });

  test.each([
    "550 relay not permitted",
    "553 your IP is blocked",
    "550 5.7.1 Message rejected due to content",
    "550 5.1.8 Sender address rejected",
    "552 5.2.2 Mailbox full",
  ])("is one of this mail, and no fault of the address: %s", (response) => {
    const error = mailErrorOf(answered(response));
    expect(error).toBeInstanceOf(MailRefused);
    expect(error).toMatchObject({ isAddressRefused: false });
  });

  test.each(["550 5.4.5 Daily sending limit exceeded", "550 5.3.0 Mail system problem", "450 4.2.0 Try again"])(
    "that passes is worth a retry: %s",
    (response) => {
      expect(mailErrorOf(answered(response))).not.toBeInstanceOf(MailRefused);
    },
  );
});
