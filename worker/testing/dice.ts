import { seededRandom } from './seeded-random.ts'

/** The choices that a history is made of, by a seed. */
export class Dice {
  readonly roll: () => number

  constructor(seed: number) {
    this.roll = seededRandom(seed)
  }

  /** A whole number below `sides`. */
  below(sides: number): number {
    return Math.floor(this.roll() * sides)
  }

  chance(share: number): boolean {
    return this.roll() < share
  }

  one<Value>(values: readonly [Value, ...Value[]]): Value {
    return values[this.below(values.length)] ?? values[0]
  }

  oneOf<Value>(values: readonly Value[]): Value | undefined {
    return values[this.below(values.length)]
  }
}
