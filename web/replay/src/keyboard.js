// SPDX-License-Identifier: MIT
// Everything the page can do, by key.

/** @typedef {{keys: string[], label: string, does: string, run: (event: KeyboardEvent) => void}} Command */

/** @param {import('./state.js').State} state @param {import('./actions.js').Actions} actions @returns {Command[]} */
export function commands(state, actions) {
  const turn = Math.PI / 24;
  const toggle = (/** @type {'contacts'|'normals'|'boxes'|'pairs'|'xray'|'shadows'} */ name) => () => state.set({ [name]: !state[name] });
  return [
    { keys: [' '], label: 'Space', does: 'play or pause', run: () => (state.playing ? state.pause() : state.play()) },
    { keys: ['ArrowLeft'], label: '←', does: 'a frame back (Shift: ten)', run: (e) => state.stepBy(e.shiftKey ? -10 : -1) },
    { keys: ['ArrowRight'], label: '→', does: 'a frame on (Shift: ten)', run: (e) => state.stepBy(e.shiftKey ? 10 : 1) },
    { keys: ['Home'], label: 'Home', does: 'to the first frame', run: () => state.goTo(0) },
    { keys: ['End'], label: 'End', does: 'to the last frame', run: () => state.goTo(state.count - 1) },
    { keys: [','], label: ',', does: 'slower', run: () => state.changeSpeed(-1) },
    { keys: ['.'], label: '.', does: 'faster', run: () => state.changeSpeed(1) },
    { keys: ['d'], label: 'D', does: 'to the next frame with contacts', run: () => actions.nextDetails(1) },
    { keys: ['D'], label: 'Shift D', does: 'to the one before', run: () => actions.nextDetails(-1) },
    { keys: ['1', '2', '3', '4'], label: '1 2 3 4', does: 'colour by shape, speed, island, sleep', run: (e) => actions.colourBy(Number(e.key) - 1) },
    { keys: ['c'], label: 'C', does: 'contact points', run: toggle('contacts') },
    { keys: ['n'], label: 'N', does: 'contact normals, longer and redder where deeper', run: toggle('normals') },
    { keys: ['b'], label: 'B', does: 'bounding boxes', run: toggle('boxes') },
    { keys: ['p'], label: 'P', does: 'pairs of the broad phase', run: toggle('pairs') },
    { keys: ['x'], label: 'X', does: 'bodies of glass', run: toggle('xray') },
    { keys: ['s'], label: 'S', does: 'shadows', run: toggle('shadows') },
    { keys: ['i'], label: 'I', does: 'look from higher', run: () => actions.orbit(0, turn, 1) },
    { keys: ['k'], label: 'K', does: 'look from lower', run: () => actions.orbit(0, -turn, 1) },
    { keys: ['j'], label: 'J', does: 'go round to the left', run: () => actions.orbit(-turn, 0, 1) },
    { keys: ['l'], label: 'L', does: 'go round to the right', run: () => actions.orbit(turn, 0, 1) },
    { keys: ['+', '='], label: '+', does: 'nearer', run: () => actions.orbit(0, 0, 1.15) },
    { keys: ['-'], label: '−', does: 'farther', run: () => actions.orbit(0, 0, 1 / 1.15) },
    { keys: ['f'], label: 'F', does: 'see everything', run: () => actions.fit() },
    { keys: ['['], label: '[', does: 'select the body before', run: () => actions.nextBody(-1) },
    { keys: [']'], label: ']', does: 'select the next body', run: () => actions.nextBody(1) },
    { keys: [';'], label: ';', does: 'select the contact before', run: () => actions.nextContact(-1) },
    { keys: ["'"], label: "'", does: 'select the next contact', run: () => actions.nextContact(1) },
    { keys: ['g'], label: 'G', does: 'look at what is selected', run: () => actions.lookAtSelection() },
    { keys: ['Escape'], label: 'Esc', does: 'select nothing', run: () => state.set({ selection: null }) },
    { keys: ['h', '?'], label: 'H', does: 'this help', run: () => actions.help() },
  ];
}

/** @param {Command[]} list */
export function listen(list) {
  const byKey = new Map(list.flatMap((command) => command.keys.map((key) => [key, command])));
  window.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    const target = /** @type {HTMLElement} */ (event.target);
    // A list handles its own keys, and Space presses the focused button.
    if (target.tagName === 'SELECT' || (event.key === ' ' && target.tagName === 'BUTTON')) return;
    const command = byKey.get(event.key) ?? byKey.get(event.key.toLowerCase());
    if (!command) return;
    event.preventDefault();
    command.run(event);
  });
}
