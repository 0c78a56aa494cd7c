// The one door from the page: asks the engine in this browser where there is one, the server where there is one, and says
// which. A question can be stopped; what it says while it goes on is handed to `onprogress`.

/** Why a question has no answer, as the engine says it. */
export class Fault extends Error {
  constructor({ kind, message, place = null, help = null }) {
    super(message);
    Object.assign(this, { kind, place, help });
  }
}

const here = (path) => new URL(path, import.meta.url);
let found = null;

/** What can answer: `{ server, engine }`, each what it says of itself or null. */
export function engines() {
  found ??= look();
  return found;
}

async function look() {
  const get = async (path) => {
    try {
      const response = await fetch(here(path), { cache: 'no-cache' });
      return response.ok && response.headers.get('content-type')?.includes('json') ? await response.json() : null;
    } catch {
      return null;
    }
  };
  const server = await get('./api/about');
  // A server knows whether it has the engine too.
  const engine = typeof WebAssembly === 'object' && server?.engine !== false ? await get('./engine.json') : null;
  return { server, engine };
}

/** Questions that are quick wherever they are asked. */
const QUICK = new Set(['value', 'table', 'games', 'reply', 'word', 'type-word', 'build-word', 'check', 'record', 'replies', 'response-board']);

/** Asks. Gives `{ answer, where }`; throws a [`Fault`]. */
export async function ask(question, { signal, onprogress = () => {} } = {}) {
  const { server, engine } = await engines();
  const kind = Object.keys(question)[0];
  if (engine && (QUICK.has(kind) || !server)) {
    return { answer: await askEngine(question, signal, onprogress), where: 'browser' };
  }
  if (server) return { answer: await askServer(question, signal, onprogress), where: 'server' };
  throw new Fault({ kind: 'no-engine', message: 'there is neither an engine in this browser nor a server behind this page' });
}

const stopped = () => new Fault({ kind: 'cancelled', message: 'stopped' });

async function askServer(question, signal, onprogress) {
  let response;
  try {
    response = await fetch(here('./api/ask'), {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(question), signal,
    });
  } catch (error) {
    if (error.name === 'AbortError') throw stopped();
    throw new Fault({ kind: 'no-engine', message: `the server does not answer: ${error.message}` });
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      rest += value ?? '';
      const lines = rest.split('\n');
      rest = lines.pop();
      for (const line of lines) {
        let document;
        try { document = JSON.parse(line); } catch { continue; }
        if (document.answer !== undefined) return document.answer;
        if (document.fault) throw new Fault(document.fault);
        onprogress(document);
      }
      if (done) throw new Fault({ kind: 'no-engine', message: `the server broke off (${response.status})` });
    }
  } catch (error) {
    if (error.name === 'AbortError') throw stopped();
    throw error;
  } finally {
    reader.cancel().catch(() => {});
  }
}

let worker = null;
let busy = Promise.resolve();

/** One question at a time in the worker; a question that is stopped ends the worker, and the next one starts another. */
function askEngine(question, signal, onprogress) {
  const turn = busy.then(() => new Promise((resolve, reject) => {
    if (signal?.aborted) { reject(stopped()); return; }
    worker ??= new Worker(here('./engine-worker.js'), { type: 'module' });
    const end = () => { worker?.terminate(); worker = null; };
    const quit = () => { end(); reject(stopped()); };
    signal?.addEventListener('abort', quit, { once: true });
    const done = () => signal?.removeEventListener('abort', quit);
    worker.onmessage = ({ data }) => {
      if (data.answer !== undefined) { done(); resolve(data.answer); }
      else if (data.fault) { done(); reject(new Fault(data.fault)); }
      else onprogress(data);
    };
    worker.onerror = (event) => {
      done();
      end();
      reject(new Fault({ kind: 'no-engine', message: `the engine in this browser stopped: ${event.message ?? ''}` }));
    };
    worker.postMessage(question);
  }));
  busy = turn.catch(() => {});
  return turn;
}
