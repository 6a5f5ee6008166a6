// The site on a server of this computer.
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { site } from "./chromium.mjs";

const types = { ".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".json": "application/json", ".png": "image/png", ".webmanifest": "application/manifest+json" };

/** Serves the site as a public server would; `changes` stand in the place of files. */
export async function served(run, changes = new Map()) {
  const server = createServer((request, response) => {
    const file = path.join(site, decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    if (!file.startsWith(site) || !existsSync(file)) { response.writeHead(404).end(); return; }
    const content = changes.get(path.relative(site, file)) ?? readFileSync(file);
    response.writeHead(200, { "content-type": types[path.extname(file)] ?? "application/octet-stream" }).end(content);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { port } = server.address();
    await run((page) => `http://127.0.0.1:${port}/${page}`, server);
  } finally {
    server.close();
  }
}
