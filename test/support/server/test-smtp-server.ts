import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** A mail as it arrived. */
export interface ArrivedMail extends Email {
  /** The addresses of the SMTP envelope, which the headers of the mail need not repeat. */
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  readonly raw: string;
}

export interface TestSmtpServer {
  readonly port: number;
  /** Resolves with the next mail. Each is returned once, in the order of arrival. */
  readonly next: () => Promise<ArrivedMail>;
  /** How many mails have arrived that `next` has not returned yet. */
  readonly count: () => number;
  /** Removes the mails that have arrived from the queue, and returns them. */
  readonly taken: () => ArrivedMail[];
  /** Breaks all connections without an SMTP response. */
  readonly cutOff: () => void;
  /** Breaks all connections, and accepts no more. */
  readonly stop: () => Promise<void>;
}

async function read(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A queue: mails wait for calls of `next`, or calls of `next` wait for mails. */
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
    taken: () => arrived.splice(0),
  };
}

interface TestSmtpOptions extends SMTPServerOptions {
  /** Mails with another subject are accepted and forgotten. */
  readonly subject?: string;
}

/** A real mail server, by default on a free port. Without options it accepts any mail from anybody. */
export async function startTestSmtpServer(
  { subject, ...options }: TestSmtpOptions = {},
  wantedPort = 0,
): Promise<TestSmtpServer> {
  const arrivals = createArrivals();
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    async onData(stream, session, callback) {
      const raw = await read(stream).catch(() => null);
      // The connection broke before the end of the mail.
      if (raw === null) return;
      const { mailFrom, rcptTo } = session.envelope;
      const envelope = { from: mailFrom === false ? "" : mailFrom.address, to: rcptTo.map(({ address }) => address) };
      const mail = await PostalMime.parse(raw);
      if (subject === undefined || mail.subject === subject)
        arrivals.add({ ...mail, envelope, raw: raw.toString("latin1") });
      callback();
    },
    ...options,
  });
  // A client that disconnects is no error here.
  server.on("error", () => undefined);
  const sockets = new Set<Socket>();
  server.server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  server.listen(wantedPort, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  const cutOff = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port,
    next: () => arrivals.next(),
    count: () => arrivals.count(),
    taken: () => arrivals.taken(),
    cutOff,
    stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // Otherwise it would wait for the clients, which keep idle connections for seconds.
      cutOff();
      return closed;
    },
  };
}
