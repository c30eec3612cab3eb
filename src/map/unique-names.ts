/** Names of which no two are the same. */
export class UniqueNames {
  private readonly taken = new Set<string>();
  private readonly counts = new Map<string, number>();

  /** What stands between a name and the number of one that is taken. */
  constructor(private readonly separator: string) {}

  /** The name, or with the next number that makes it one of its own. */
  public unique(name: string): string {
    let count = this.counts.get(name) ?? 1;
    let candidate = count === 1 ? name : `${name}${this.separator}${count}`;
    while (this.taken.has(candidate)) candidate = `${name}${this.separator}${(count += 1)}`;
    this.counts.set(name, count + 1);
    this.taken.add(candidate);
    return candidate;
  }
}
