// What an expression is made of, read from its syntax tree: which fields it looks at, which names it uses, and whether
// its cost grows no faster than the body.

/** The parts of JSONata's syntax tree that are looked at. */
interface Node {
  readonly type: string;
  readonly value?: unknown;
  readonly steps?: readonly Node[];
  readonly stages?: readonly Node[];
  readonly predicate?: readonly Node[];
  readonly arguments?: readonly Node[];
  readonly procedure?: Node;
  readonly group?: unknown;
  readonly focus?: unknown;
  readonly index?: unknown;
  readonly tuple?: unknown;
  readonly [key: string]: unknown;
}

export interface ExpressionShape {
  /** The fields that it looks at, from the root of the body, such as `["markers", "state"]`. */
  readonly paths: readonly (readonly string[])[];
  /** Names of functions and variables that it uses and does not define itself. */
  readonly names: readonly string[];
  /** Built only of what costs no more than one look at each value. Anything else may take for ever on a hostile body. */
  readonly isLinear: boolean;
}

export function readShape(tree: unknown): ExpressionShape {
  const paths = new Map<string, readonly string[]>();
  const used = new Set<string>();
  const defined = new Set(['', '$']);
  visit(tree as Node, [], { paths, used, defined });
  return {
    paths: [...paths.values()],
    names: [...used].filter((name) => !defined.has(name)),
    isLinear: isLinear(tree as Node, false),
  };
}

interface Found {
  readonly paths: Map<string, readonly string[]>;
  readonly used: Set<string>;
  readonly defined: Set<string>;
}

function visit(node: unknown, prefix: readonly string[], found: Found): void {
  if (Array.isArray(node)) for (const each of node) visit(each, prefix, found);
  if (!isNode(node)) return;
  if (node.type === 'path') {
    visitPath(node, prefix, found);
    return;
  }
  if (node.type === 'variable') found.used.add(String(node.value));
  if (node.type === 'bind') found.defined.add(String((node['lhs'] as Node).value));
  if (node.type === 'lambda') for (const { value } of node.arguments ?? []) found.defined.add(String(value));
  for (const child of Object.values(node)) visit(child, prefix, found);
}

/** Visits a path. A predicate is relative to the step that it filters. */
function visitPath(node: Node, prefix: readonly string[], found: Found): void {
  let path = prefix;
  for (const step of node.steps ?? []) {
    if (step.type === 'name') path = [...path, String(step.value)];
    else if (step.type === 'variable' && step.value === '$') path = [];
    else if (step.type === 'wildcard') path = [...path, 'any'];
    else visit(step, path, found);
    if (step.focus !== undefined) found.defined.add(String(step.focus));
    if (step.index !== undefined) found.defined.add(String(step.index));
    visit([step.stages, step.predicate], path, found);
  }
  if (path.length > 0) found.paths.set(JSON.stringify(path), path);
  visit(node.group, path, found);
}

const linearOperators = new Set(['=', '!=', '<', '<=', '>', '>=', '+', '-', '*', '/', '%', '&', 'and', 'or', 'in']);
const linearFunctions = new Set(
  (
    'verdict some exists not boolean count type string number lookup length uppercase lowercase trim contains ' +
    'substring substringBefore substringAfter sum max min average abs floor ceil round'
  ).split(' '),
);

/** `nested`: evaluated once for each item of a list, where a look at the whole body would multiply. */
function isLinear(node: Node, nested: boolean): boolean {
  const all = (nodes: unknown): boolean => (nodes as readonly Node[]).every((each) => isLinear(each, nested));
  switch (node.type) {
    case 'string':
    case 'number':
    case 'value':
      return true;
    case 'variable':
      return (node.value === '' || (node.value === '$' && !nested)) && areLinearFilters(node);
    case 'path':
      return isLinearPath(node, nested);
    case 'binary':
      return linearOperators.has(String(node.value)) && all([node['lhs'], node['rhs']]);
    case 'condition':
      return all([node['condition'], node['then'], node['else']].filter((each) => each !== undefined));
    case 'block':
      return all(node['expressions']);
    case 'unary':
      if (node.value === '-') return isLinear(node['expression'] as Node, nested);
      return all(node.value === '[' ? node['expressions'] : (node['lhs'] as readonly unknown[]).flat());
    case 'function':
      return linearFunctions.has(String(node.procedure?.value)) && all(node.arguments) && areLinearFilters(node);
    default:
      return false;
  }
}

function isLinearPath({ steps = [], group }: Node, nested: boolean): boolean {
  if (group !== undefined) return false;
  return steps.every((step, index) => {
    if (step.focus !== undefined || step.index !== undefined || step.tuple !== undefined) return false;
    if (step.type === 'name' || step.type === 'wildcard') return areLinearFilters(step);
    return isLinear(step, nested || index > 0);
  });
}

function areLinearFilters({ stages = [], predicate = [] }: Node): boolean {
  return [...stages, ...predicate].every(({ type, expr }) => type === 'filter' && isLinear(expr as Node, true));
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof RegExp);
}
