import { HOUR } from '../../contract/shared/durations.ts'
import { isStoredFailure } from './stripe-problem.ts'

/** Stripe keeps an idempotency key for 24 hours; after that it would do the same again. */
export const IDEMPOTENCY_KEY_LIFE = 23 * HOUR

/**
 * Works with another key where Stripe replays its own failure for one, which does not say what was done: `nth` goes
 * into the key, and is empty the first time. Throws what Stripe's client throws.
 */
export async function passStoredFailures<T>(work: (nth: string) => Promise<T>): Promise<T> {
  for (const nth of ['', ':2', ':3']) {
    try {
      return await work(nth)
    } catch (error) {
      if (!isStoredFailure(error)) throw error
    }
  }
  throw new Error('Stripe keeps failing.')
}

type Once<T> = {
  key: string
  /** How long ago the key was used first, at most, in ms. */
  age: number
  /** The object that an earlier call made, if its response was lost. */
  find: () => Promise<T | undefined>
  make: (options: { idempotencyKey: string }) => Promise<T>
}

/** Makes one thing at Stripe, however often it is called. Throws what Stripe's client throws. */
export function makeOnce<T>({ key, age, find, make }: Once<T>): Promise<T> {
  return passStoredFailures(async (nth) => {
    const made = nth || age > IDEMPOTENCY_KEY_LIFE ? await find() : undefined
    return made ?? (await make({ idempotencyKey: key + nth }))
  })
}
