import { once } from "node:events";
import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** A mail as it arrived. */
export interface ArrivedMail extends Email {
  /** What the sender told the server, apart from what the mail itself says. */
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  readonly raw: string;
}

export interface TestSmtpServer {
  readonly port: number;
  /** The mail that arrives next; each is given once, in the order of arrival. */
  readonly next: () => Promise<ArrivedMail>;
  /** How many have arrived and were not asked for. */
  readonly count: () => number;
  readonly stop: () => Promise<void>;
}

async function read(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Mails that arrived before anybody asked, or questions asked before anything arrived. */
function createArrivals() {
  const arrived: ArrivedMail[] = [];
  const asked: ((mail: ArrivedMail) => void)[] = [];
  return {
    add(mail: ArrivedMail): void {
      const answer = asked.shift();
      if (answer === undefined) arrived.push(mail);
      else answer(mail);
    },
    next(): Promise<ArrivedMail> {
      const mail = arrived.shift();
      return mail === undefined ? new Promise((resolve) => asked.push(resolve)) : Promise.resolve(mail);
    },
    count: () => arrived.length,
  };
}

/** A real mail server, by default on a port that was free. Without options it takes any mail from anybody. */
export async function startTestSmtpServer(options: SMTPServerOptions = {}, wantedPort = 0): Promise<TestSmtpServer> {
  const arrivals = createArrivals();
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    async onData(stream, session, callback) {
      const raw = await read(stream);
      const { mailFrom, rcptTo } = session.envelope;
      const envelope = { from: mailFrom === false ? "" : mailFrom.address, to: rcptTo.map(({ address }) => address) };
      arrivals.add({ ...(await PostalMime.parse(raw)), envelope, raw: raw.toString("latin1") });
      callback();
    },
    ...options,
  });
  // A client that hangs up is no fault of the server.
  server.on("error", () => undefined);
  server.listen(wantedPort, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    next: () => arrivals.next(),
    count: () => arrivals.count(),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
