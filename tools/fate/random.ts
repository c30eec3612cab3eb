/** Randomness that a seed repeats: Park and Miller's generator. */
export class Random {
  private state: number;

  constructor(...seeds: readonly number[]) {
    this.state = 1;
    for (const seed of seeds) {
      this.state = (((this.state + seed) * 16807) % (MODULUS - 1)) + 1;
      this.next();
    }
  }

  /** A whole number below a limit. */
  public below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  public chance(probability: number): boolean {
    return this.next() < probability;
  }

  public pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)];
  }

  private next(): number {
    this.state = (this.state * 48271) % MODULUS;
    return (this.state - 1) / MODULUS;
  }
}

const MODULUS = 2 ** 31 - 1;
