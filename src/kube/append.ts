/** Adding many to a list: as arguments of `push` they would have to fit on the stack, which holds some ten thousands. */
export function append<T>(list: T[], more: Iterable<T>): void {
  for (const one of more) list.push(one);
}
