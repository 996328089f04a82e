import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { withCheapHash } from "./cheap-hash.ts";

// Makes password hashes cheap in this process. Import it before the server.
crypto.argon2 = withCheapHash(crypto.argon2);
syncBuiltinESMExports();
