import { HOUR } from '../contract/shared/durations.ts'
import { stripeProblem } from './stripe-problem.ts'

/** Stripe keeps an idempotency key for 24 hours; after that it would do the same again. */
export const IDEMPOTENCY_KEY_LIFE = 23 * HOUR

/** Stripe replays its own 500 for the key, which does not say what was done. */
export function isStoredFailure(error: unknown): boolean {
  const problem = stripeProblem(error)
  return Boolean(problem?.replayed && (problem.status ?? 0) >= 500)
}

type Once<T> = {
  key: string
  /** How long ago the key was used first, at most, in ms. */
  age: number
  /** What an earlier call made, if its response was lost. */
  find: () => Promise<T | undefined>
  make: (options: { idempotencyKey: string }) => Promise<T>
}

/** Makes one thing at Stripe, however often it is called. Throws what Stripe's client throws. */
export async function makeOnce<T>({ key, age, find, make }: Once<T>): Promise<T> {
  const made = age > IDEMPOTENCY_KEY_LIFE ? await find() : undefined
  if (made) return made
  for (const nth of ['', ':2', ':3']) {
    try {
      return await make({ idempotencyKey: key + nth })
    } catch (error) {
      if (!isStoredFailure(error)) throw error
      const found = await find()
      if (found) return found
    }
  }
  throw new Error('Stripe keeps failing.')
}
