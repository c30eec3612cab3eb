/** A map by namespace and name, whatever characters they have. */
export class ByName<T> {
  private readonly spaces = new Map<string, Map<string, T>>();

  public get(namespace: string | undefined, name: string): T | undefined {
    return this.spaces.get(namespace ?? '')?.get(name);
  }

  public has(namespace: string | undefined): boolean {
    return this.spaces.has(namespace ?? '');
  }

  /** Puts the value there, unless there is one. */
  public add(namespace: string | undefined, name: string, value: T): void {
    const space = this.space(namespace);
    if (!space.has(name)) space.set(name, value);
  }

  /** The value there, which is made if there is none. */
  public getOrMake(namespace: string | undefined, name: string, make: () => T): T {
    const space = this.space(namespace);
    let value = space.get(name);
    if (value === undefined) space.set(name, (value = make()));
    return value;
  }

  private space(namespace: string = ''): Map<string, T> {
    let space = this.spaces.get(namespace);
    if (!space) this.spaces.set(namespace, (space = new Map<string, T>()));
    return space;
  }
}
