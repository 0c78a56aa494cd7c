// The engine as a module of JavaScript: `load(bytes, page)` gives `ask(question) -> answer`, both plain objects.
//
// `page` may have `shouldStop() -> boolean`, `news(object)` and `kept(name) -> Uint8Array | undefined`.
// A question takes as long as it takes: in a browser this belongs into a worker.

export async function load(bytes, page = {}) {
  let engine;
  const view = (at, length) => new Uint8Array(engine.memory.buffer, at >>> 0, length);
  const text = (at, length) => new TextDecoder().decode(view(at, length));
  const put = (bytes) => view(engine.room(bytes.length), bytes.length).set(bytes);
  const imports = {
    now: () => performance.now(),
    should_stop: () => (page.shouldStop?.() ? 1 : 0),
    news: (at, length) => page.news?.(JSON.parse(text(at, length))),
    kept: (at, length) => {
      const found = page.kept?.(text(at, length));
      if (!found) return -1;
      put(found);
      return found.length;
    },
  };
  const { instance } = await WebAssembly.instantiate(bytes, { page: imports });
  engine = instance.exports;
  return (question) => {
    put(new TextEncoder().encode(JSON.stringify(question)));
    const length = engine.ask();
    return JSON.parse(text(engine.out(), length));
  };
}
