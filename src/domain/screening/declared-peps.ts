// Which of the operator's own lists hold exposed people whom no public list has: declared ones, their relatives and close associates.

/** Tells whether the list is `own-pep` or begins with `own-pep-`. */
export function isDeclaredPeps(list: string): boolean {
  return list === 'own-pep' || list.startsWith('own-pep-');
}
