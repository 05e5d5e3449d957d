import { databaseAround } from './database-around.ts'

/** Sits between a test fixture and everything outside it: D1, Stripe, the queue. */
export type Io = ReturnType<typeof crashingIo>

/**
 * `dies`: nothing answers from the k-th call on, as when the process is killed. `unheard`: the k-th call is not made.
 * `unanswered`: it is made and its answer lost. After either, everything works again, as with a bad network.
 */
type Failure = 'dies' | 'unheard' | 'unanswered'

export function crashingIo() {
  let count = 0
  let failure: { kind: Failure; at: number } | null = null
  let interruption: { at: number; work: () => Promise<unknown> } | null = null
  async function through<T>(ask: () => Promise<T>): Promise<T> {
    count += 1
    if (interruption?.at === count) {
      const { work } = interruption
      interruption = null
      await work()
    }
    const hit = failure !== null && (count === failure.at || (failure.kind === 'dies' && count > failure.at))
    if (hit && failure?.kind !== 'unanswered') throw new Error(`I/O number ${count} failed.`)
    const answer = await ask()
    if (hit) throw new Error(`The answer to I/O number ${count} was lost.`)
    return answer
  }
  function fail(at: number, kind: Failure): void {
    count = 0
    failure = { kind, at }
  }
  return {
    through,
    /** How many calls were made since a failure was scheduled. */
    count: () => count,
    dieAt: (at: number) => fail(at, 'dies'),
    failOnce: (at: number, kind: Exclude<Failure, 'dies'>) => fail(at, kind),
    /** Has the k-th call wait until `work` is done, as when another request comes in between. */
    interruptAt: (at: number, work: () => Promise<unknown>) => {
      count = 0
      interruption = { at, work }
    },
    /** Whether the call came that was to be interrupted. */
    wasInterrupted: () => interruption === null,
    revive: () => {
      count = 0
      failure = null
    },
    database: (database: D1Database) => databaseAround(database, (_asked, ask) => through(ask)),
  }
}
