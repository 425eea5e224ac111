// Runs in the browser at /docs: the column of contents, with the operations and the pages of the manual, and the search over both.
// Text of the pages and of the reader only ever becomes text, never HTML.

const words = {
  pt: { search: 'Buscar: API e manual', results: 'Resultados', none: 'Nada encontrado.' },
  en: { search: 'Search API and manual', results: 'Results', none: 'Nothing found.' },
};
const resultsMax = 30;

export async function showContents(spec, column) {
  const language = navigator.language.startsWith('pt') ? 'pt' : 'en';
  const said = words[language];
  const manual = await window
    .fetch(language === 'pt' ? '/docs/pt-BR/search.json' : '/docs/search.json')
    .then((answer) => answer.json());
  const operations = listOperations(spec);
  const entries = [
    ...operations.map((operation) => ({ ...operation, page: operation.tag, heading: operation.title })),
    ...manual.parts,
  ].map((entry) => ({ ...entry, folded: [fold(entry.heading), fold(`${entry.page} ${entry.text}`)] }));

  const input = column.querySelector('input');
  input.placeholder = said.search;
  input.setAttribute('aria-label', said.search);
  input.disabled = false;
  const list = document.createElement('div');
  list.setAttribute('aria-live', 'polite');
  column.append(list);

  const show = () => {
    const typed = fold(input.value).split(/\s+/).filter(Boolean);
    list.replaceChildren(...(typed.length === 0 ? listAll(spec, operations, manual) : listFound(entries, typed, said)));
  };
  input.addEventListener('input', show);
  show();
}

function listOperations(spec) {
  return Object.entries(spec.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { tags = [], operationId, summary, description = '' }]) => ({
      tag: tags[0],
      title: summary,
      address: `#/${tags[0]}/${operationId}`,
      block: `operations-${tags[0]}-${operationId}`,
      text: `${method} ${path} ${description}`,
    })),
  );
}

function listAll(spec, operations, manual) {
  return [
    ...spec.tags.flatMap(({ name }) => toList(name, operations.filter(({ tag }) => tag === name).map(toItem))),
    ...manual.sections.flatMap(({ title, pages }) =>
      toList(
        title,
        pages.map((page) => toItem({ title: page.title.replaceAll('`', ''), address: `/docs/${page.name}` })),
      ),
    ),
  ];
}

/** Every word must be there; those with all of them in the heading come first. */
function listFound(entries, typed, { results, none }) {
  const rank = ({ folded: [heading, text] }) => {
    if (typed.every((word) => heading.includes(word))) return 0;
    return typed.every((word) => heading.includes(word) || text.includes(word)) ? 1 : undefined;
  };
  const found = entries
    .map((entry) => ({ entry, rank: rank(entry) }))
    .filter((each) => each.rank !== undefined)
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, resultsMax);
  const items = found.map(({ entry }) => toItem({ ...entry, title: entry.heading, note: entry.page }));
  return toList(results, items.length > 0 ? items : [document.createTextNode(none)]);
}

function toList(title, items) {
  if (items.length === 0) return [];
  const heading = document.createElement('h2');
  heading.textContent = title;
  const list = document.createElement('ul');
  list.append(
    ...items.map((item) => {
      const line = document.createElement('li');
      line.append(item);
      return line;
    }),
  );
  return [heading, list];
}

function toItem({ title, address, block, note }) {
  const link = document.createElement('a');
  Object.assign(link, { href: address, textContent: title });
  if (note !== undefined && note !== title) {
    const small = document.createElement('small');
    small.textContent = note;
    link.append(small);
  }
  if (block !== undefined) link.addEventListener('click', (event) => openOperation(event, block, address));
  return link;
}

/** Swagger UI looks at the address only when it starts. */
function openOperation(event, block, address) {
  const operation = document.getElementById(block);
  if (operation === null) return;
  event.preventDefault();
  history.replaceState(null, '', address);
  if (!operation.classList.contains('is-open')) operation.querySelector('.opblock-summary-control')?.click();
  operation.scrollIntoView({ block: 'start' });
}

function fold(text) {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
