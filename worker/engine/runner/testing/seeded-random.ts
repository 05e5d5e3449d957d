/** A generator of numbers from 0 to 1 that always gives the same ones for a seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

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
