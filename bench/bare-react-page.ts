import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { build } from "vite";

const ROOT = join(import.meta.dirname, "..");
const PAGE = `<!doctype html><div id="root"></div><script type="module" src="./main.jsx"></script>`;
const CODE = `import { createRoot } from "react-dom/client";
createRoot(document.getElementById("root")).render(<h1>Bonjour</h1>);`;

/** The smallest React page: one heading, built with the product's own tools. */
export async function withBareReactPage<T>(measure: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "diapason-bare-"));
  try {
    await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
    await writeFile(join(folder, "index.html"), PAGE);
    await writeFile(join(folder, "main.jsx"), CODE);
    await build({ configFile: false, root: folder, logLevel: "error", plugins: [react()] });
    return await measure(join(folder, "dist"));
  } finally {
    await rm(folder, { recursive: true });
  }
}
