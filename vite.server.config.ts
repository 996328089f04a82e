import { defineConfig } from "vite";

/**
 * The server and the commands beside it, bundled: one file to read is what makes the start quick. Both database drivers
 * stay outside, as they load native parts by path.
 */
export default defineConfig({
  publicDir: false,
  ssr: { noExternal: true, external: ["better-sqlite3", "pg"] },
  build: {
    ssr: true,
    outDir: "dist/server",
    emptyOutDir: true,
    target: "node24",
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      input: {
        main: "src/server/main.ts",
        admin: "src/server/commands/admin.ts",
        "mail-test": "src/server/commands/mail-test.ts",
        backup: "src/server/commands/backup.ts",
        restore: "src/server/commands/restore.ts",
        users: "src/server/commands/users.ts",
        export: "src/server/commands/export.ts",
        spaces: "src/server/commands/spaces.ts",
        doctor: "src/server/commands/doctor.ts",
        demo: "src/server/demo/main.ts",
      },
      // All of them in one folder: who starts another of these files finds it beside its own.
      output: { chunkFileNames: "[name]-[hash].js" },
    },
  },
});
