// A server for developing and testing the page: files from the source as they are now, questions passed on to `hissho serve`.
// node tests/server.mjs [PORT]; HISSHO names the program, HISSHO_PORT the port of one that runs already.

import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);
const KINDS = { html: 'text/html', css: 'text/css', js: 'text/javascript', svg: 'image/svg+xml', json: 'application/json', wasm: 'application/wasm', ftl: 'text/plain' };
export const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** The program behind the page: `{ port, end }`. */
export async function engine(port) {
  // One that runs already.
  if (process.env.HISSHO_PORT) return { port: Number(process.env.HISSHO_PORT), end: () => {} };
  const program = process.env.HISSHO ?? fileURLToPath(new URL('target/debug/hissho', root));
  const child = spawn(program, ['serve', '--listen', `127.0.0.1:${port}`, '--library', 'none', '--proofs', fileURLToPath(new URL('proofs', root))], { stdio: ['ignore', 'ignore', 'pipe'] });
  await new Promise((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (data) => { said += data; if (said.includes('http://')) resolve(); });
    child.on('exit', (code) => reject(new Error(`${program} ended with ${code}: ${said}`)));
    child.on('error', reject);
  });
  return { port, end: () => child.kill('SIGINT') };
}

/** The server: `{ url, end }`. */
export async function start(port = 0, { hissho = null } = {}) {
  const server = createServer(async (incoming, outgoing) => {
    const path = decodeURI(new URL(incoming.url, 'http://x').pathname);
    if (path.startsWith('/api/')) {
      if (!hissho) { outgoing.writeHead(404).end(); return; }
      const headers = { ...incoming.headers, host: `127.0.0.1:${hissho.port}` };
      delete headers.origin;
      const passed = request({ host: '127.0.0.1', port: hissho.port, path, method: incoming.method, headers }, (response) => {
        outgoing.writeHead(response.statusCode, response.headers);
        response.pipe(outgoing);
      });
      passed.on('error', () => outgoing.destroy());
      outgoing.on('close', () => passed.destroy());
      incoming.pipe(passed);
      return;
    }
    const name = path === '/' ? 'index.html' : path.slice(1);
    const file = name.startsWith('messages/') ? `crates/workbench/${name}` : name.startsWith('second/') ? name : `site/${name}`;
    try {
      if (name.split('/').some((part) => part.startsWith('.'))) throw new Error('no such file');
      const contents = await readFile(new URL(file, root));
      outgoing.writeHead(200, { 'content-type': `${KINDS[name.split('.').pop()] ?? 'application/octet-stream'}; charset=utf-8`, 'content-security-policy': POLICY, 'cache-control': 'no-store' }).end(contents);
    } catch {
      outgoing.writeHead(404, { 'content-type': 'text/plain' }).end('there is no such page\n');
    }
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}/`, end: () => { server.closeAllConnections(); server.close(); } };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const hissho = await engine(17777);
  const { url } = await start(Number(process.argv[2] ?? 8080), { hissho });
  console.log(url);
}
