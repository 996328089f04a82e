import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { withCheapHash } from "./cheap-hash.ts";

// For a process that imports this before the server.
crypto.argon2 = withCheapHash(crypto.argon2);
syncBuiltinESMExports();
