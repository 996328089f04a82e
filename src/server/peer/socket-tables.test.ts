import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { endianness } from "node:os";
import { describe, expect, test } from "vitest";
import { createPeerOwners } from "./peer-owner.ts";
import { isListed, uidInTable } from "./socket-tables.ts";

/** A table of Linux: a server on port 3000, a browser of user 1000, and a closed connection without an owner. */
const TABLE = [
  "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode                     ",
  "   0: 0100007F:0BB8 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 108688 1 0000000052207d26 100 0 0 10 0",
  "   1: 0100007F:0BB8 0100007F:C350 01 00000000:00000000 00:00000000 00000000     0        0 108690 1 0000000015b645c4 20 4 30 10 -1",
  "   2: 0100007F:C350 0100007F:0BB8 01 00000000:00000000 00:00000000 00000000  1000        0 108689 1 0000000015b645c5 20 4 30 10 -1",
  "   3: 0100007F:C351 0100007F:0BB8 06 00000000:00000000 03:00000DF7 00000000     0        0 0 3 0000000015b645c6",
  "   4: 0100007F:C352 0100007F:0BB8 01 00000000:00000000 00:00000000 00000000     0        0 0 3 0000000015b645c7",
].join("\n");
const SERVER = "0100007F:0BB8";

describe("the kernel's list of sockets", () => {
  test("names the user of the peer's own end, not of the server's", () => {
    expect(uidInTable(TABLE, "0100007F:C350", SERVER)).toBe(1000);
    expect(uidInTable(TABLE, SERVER, "0100007F:C350")).toBe(0);
  });

  test.each([
    ["closed", "0100007F:C351"],
    ["that no program holds", "0100007F:C352"],
    ["that is not there", "0100007F:C353"],
  ])("names nobody for a connection %s: what is left of one would count as root's", (_, peer) => {
    expect(uidInTable(TABLE, peer, SERVER)).toBeNull();
  });
});

test.skipIf(process.platform !== "linux")(
  `a real connection is found on this ${endianness()} machine, from an IPv4 and from an IPv6 socket, until it is closed`,
  async () => {
    const listening = createServer({ allowHalfOpen: true }).listen(0, "127.0.0.1");
    await once(listening, "listening");
    const { port } = listening.address() as { port: number };
    for (const host of ["127.0.0.1", "::ffff:127.0.0.1"]) {
      const accepted = once(listening, "connection");
      const client = connect(port, host);
      const [socket] = (await accepted) as [Socket];
      expect(await createPeerOwners().of(socket)).toBe("same-user");
      expect(await createPeerOwners({ uid: 12_345 }).of(socket)).toBe("other-user");
      client.resetAndDestroy();
      await once(socket, "close").catch(() => undefined);
      expect(await createPeerOwners().of(socket)).toBe("unknown");
    }
    listening.close();
  },
);

test.skipIf(process.platform !== "linux")(
  "whoever has said all they have to say, and only waits for the answer, is still known",
  async () => {
    const listening = createServer({ allowHalfOpen: true }).listen(0, "127.0.0.1");
    await once(listening, "listening");
    const { port } = listening.address() as { port: number };
    const accepted = once(listening, "connection");
    const client = connect(port, "127.0.0.1").end();
    const [socket] = (await accepted) as [Socket];
    await once(socket.resume(), "end");
    expect(await createPeerOwners({ uid: 12_345 }).of(socket)).toBe("other-user");
    socket.destroy();
    client.destroy();
    listening.close();
  },
);

test("nothing is proven where every other user looks like oneself", async () => {
  const { of, isSupported } = createPeerOwners({ uid: 65_534 });
  expect([await of(undefined), await isSupported()]).toEqual(["unknown", false]);
});

describe("a line of lsof", () => {
  const OUTPUT = "p4242\nf23\nn127.0.0.1:50000->127.0.0.1:3000\nf24\nn[::1]:50001->[::1]:3000\n";
  const local = (address: string) => ({ address, port: 3000 });

  test("is the peer's own end, of either family", () => {
    const ends = (address: string, port: number) => ({ local: local(address), remote: { address, port } });
    expect(isListed(OUTPUT, ends("127.0.0.1", 50_000))).toBe(true);
    expect(isListed(OUTPUT, ends("::1", 50_001))).toBe(true);
    expect(isListed(OUTPUT, ends("127.0.0.1", 5000))).toBe(false);
    expect(isListed(OUTPUT, ends("127.0.0.1", 50_001))).toBe(false);
  });
});
