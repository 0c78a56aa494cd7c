// The address after # holds the whole state of a room, so that it can be shared, kept and gone back to.

/** Writes the state of the room into the address. A step that can be gone back to is `pushed`. */
export function remember(name, state, pushed = false) {
  const kept = Object.entries(state).filter(([, value]) => value !== '' && value !== null && value !== undefined);
  const query = new URLSearchParams(kept).toString().replaceAll('%2C', ',').replaceAll('%3B', ';').replaceAll('%28', '(').replaceAll('%29', ')').replaceAll('%3D', '=');
  const hash = `#${name}${query ? `?${query}` : ''}`;
  if (hash === location.hash) return;
  history[pushed ? 'pushState' : 'replaceState'](null, '', hash);
}
