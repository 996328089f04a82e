import { onTestFinished } from "vitest";
import type { Answer, TestClient } from "./test-server.ts";
import { type ArrivedMail, startTestSmtpServer } from "./test-smtp-server.ts";
import { spacesForThisTest, type TestSpaces } from "./test-spaces.ts";

export const ROTONDE = { name: "Louange de la Rotonde", slug: "rotonde", email: "camille@example.org" };

export interface TestFrontDoor {
  readonly spaces: TestSpaces;
  /** A browser at the front door. */
  readonly visitor: TestClient;
  /** Sends a form, as a browser without script does. */
  readonly submit: (
    path: string,
    fields: Readonly<Record<string, string>>,
    headers?: Record<string, string>,
  ) => Promise<Answer>;
  readonly nextMail: () => Promise<ArrivedMail>;
  readonly countMails: () => number;
  /** Asks for a space. Returns the path of the mailed link, and its token. */
  readonly ask: (wanted?: Partial<typeof ROTONDE>) => Promise<{ readonly path: string; readonly token: string }>;
}

/** The first address in a mail. */
export function urlIn({ text }: ArrivedMail): URL {
  return new URL(/https?:\S+/.exec(text ?? "")?.[0] ?? "");
}

type Options = NonNullable<Parameters<typeof spacesForThisTest>[0]>;

/** An installation with many spaces and a mail server of its own. */
export async function frontDoorForThisTest(options: Options = {}): Promise<TestFrontDoor> {
  const smtp = await startTestSmtpServer();
  onTestFinished(smtp.stop);
  const settings = { MAIL_URL: `smtp://127.0.0.1:${smtp.port}`, ...options.settings };
  const spaces = await spacesForThisTest({ ...options, settings });
  const visitor = spaces.clientAt(new URL(spaces.baseUrl).host);
  const submit: TestFrontDoor["submit"] = (path, fields, headers = {}) =>
    visitor.send("POST", path, {
      raw: new URLSearchParams(fields).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    });
  return {
    spaces,
    visitor,
    submit,
    nextMail: smtp.next,
    countMails: smtp.count,
    async ask(wanted = {}) {
      const { status, text } = await submit("/create", { ...ROTONDE, ...wanted });
      if (status !== 200) throw new Error(text);
      const url = urlIn(await smtp.next());
      return { path: url.pathname + url.search, token: url.searchParams.get("token") ?? "" };
    },
  };
}
