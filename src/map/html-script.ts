/** The script of the page: search, folding, and ways through the pictures. */

/**
 * It reads texts of the page and sets classes and attributes, nothing else. Where it does not run,
 * the page is all there, without the bar for it.
 */
export const SCRIPT = `(() => {
  'use strict';
  const get = (id) => document.getElementById(id);
  const all = (root, selector) => Array.from(root.querySelectorAll(selector));
  const [bar, search, only, answer] = ['bar', 'search', 'only', 'answer'].map(get);
  if (!bar) return;
  const itemOf = (element) => ({ element, text: element.textContent.toLowerCase() });
  const panels = all(document, '.panel').map((panel) => ({
    panel,
    isOpen: panel.open,
    title: panel.querySelector('h2').textContent.toLowerCase(),
    rows: all(panel, 'tr.item').map(itemOf),
    boxes: all(panel, 'g.node').map(itemOf),
  }));
  let isSearching = false;

  function find() {
    const words = search.value.toLowerCase().split(/\\s+/).filter((word) => word !== '');
    const begins = !isSearching && (words.length > 0 || only.checked);
    isSearching = words.length > 0 || only.checked;
    let found = 0;
    let count = 0;
    for (const one of panels) {
      if (begins) one.isOpen = one.panel.open;
      const fits = (item) =>
        words.every((word) => item.text.includes(word) || one.title.includes(word)) &&
        (!only.checked || item.element.hasAttribute('data-found'));
      let own = 0;
      for (const item of one.rows.concat(one.boxes)) {
        const isThere = fits(item);
        const isRow = item.element.tagName === 'TR';
        if (isThere) own += 1;
        if (isRow) item.element.hidden = !isThere;
        else item.element.classList.toggle('off', isSearching && !isThere);
        if (!isRow && one.panel.id !== 'findings') {
          count += 1;
          if (isThere) found += 1;
        }
      }
      one.panel.hidden = isSearching && own === 0;
      one.panel.open = isSearching ? own > 0 : one.isOpen;
      for (const picture of all(one.panel, '.picture')) {
        clear(picture);
        const left = new Set(all(picture, 'g.node.off').map((box) => box.dataset.box));
        for (const edge of all(picture, '[data-from]')) {
          edge.classList.toggle('off', left.has(edge.dataset.from) || left.has(edge.dataset.to));
        }
      }
    }
    answer.textContent = isSearching ? found + ' of ' + count + ' boxes' : '';
  }

  function fold(isOpen) {
    for (const one of panels) one.panel.open = one.isOpen = isOpen;
  }

  /** Shows only the boxes connected to a box; all of it if that is what is seen already. */
  function follow(picture, start) {
    const wasShown = picture.dataset.shown === start;
    clear(picture);
    if (wasShown) return;
    picture.dataset.shown = start;
    const edges = all(picture, '[data-from]');
    const seen = new Set([start]);
    for (const [near, far] of [['from', 'to'], ['to', 'from']]) {
      const next = [start];
      const reached = new Set(next);
      for (const id of next) {
        for (const edge of edges) {
          if (edge.dataset[near] !== id || reached.has(edge.dataset[far])) continue;
          reached.add(edge.dataset[far]);
          next.push(edge.dataset[far]);
        }
      }
      for (const edge of edges) {
        if (reached.has(edge.dataset.from) && reached.has(edge.dataset.to)) edge.dataset.on = '';
      }
      reached.forEach((id) => seen.add(id));
    }
    for (const box of all(picture, 'g.node')) {
      box.classList.toggle('off-way', !seen.has(box.dataset.box));
    }
    for (const edge of edges) {
      edge.classList.toggle('off-way', !('on' in edge.dataset));
      delete edge.dataset.on;
    }
  }

  function clear(picture) {
    delete picture.dataset.shown;
    all(picture, '.off-way').forEach((one) => one.classList.remove('off-way'));
  }

  document.addEventListener('click', ({ target }) => {
    const box = target.closest('g.node');
    if (box) follow(box.closest('.picture'), box.dataset.box);
    const button = target.closest('button[data-show]');
    if (!button) return;
    const shown = document.querySelector(
      '.picture[data-part="' + button.dataset.part + '"] g[data-box="' + button.dataset.show + '"]',
    );
    const picture = shown.closest('.picture');
    if (picture.dataset.shown !== button.dataset.show) follow(picture, button.dataset.show);
    shown.scrollIntoView({ block: 'center', inline: 'center' });
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = document.activeElement === search;
    if (event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      search.focus();
    } else if (event.key === 'Escape') {
      all(document, '.picture').forEach(clear);
      if (search.value !== '') {
        search.value = '';
        find();
      }
    }
  });
  window.addEventListener('hashchange', () => {
    const panel = get(location.hash.slice(1));
    if (panel && panel.tagName === 'DETAILS') panel.open = true;
  });
  search.addEventListener('input', find);
  only.addEventListener('change', find);
  get('unfold').addEventListener('click', () => fold(true));
  get('fold').addEventListener('click', () => fold(false));
  bar.hidden = false;
})();
`;

/** The digest by which the page allows this script alone: a test tells the one of another text. */
export const SCRIPT_HASH = 'sha256-QTy6GrfvFvOwrb1t7lUnl0q6AgZ2MlLssk/pk/xLw+8=';
