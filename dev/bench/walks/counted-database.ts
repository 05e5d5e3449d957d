import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import type { D1Rounds } from './d1-rounds.ts'

const ASKING: readonly PropertyKey[] = ['all', 'run', 'first', 'raw']

/** This D1 a round away. `onTrip` hears of each round trip, with the number of its statements. */
export function countedDatabase(
  database: D1Database,
  rounds: D1Rounds,
  onTrip: (statements: number) => void,
): D1Database {
  const trip = async <Answer>(statements: number, ask: () => Promise<Answer>): Promise<Answer> => {
    onTrip(statements)
    await rounds.pass()
    return ask()
  }
  const counted = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get(of, name) {
        const method: unknown = Reflect.get(of, name)
        if (typeof method !== 'function') return method
        if (name === 'bind') return (...values: unknown[]) => counted(of.bind(...values))
        if (!ASKING.includes(name)) return method
        return (...given: unknown[]) => trip(1, () => Reflect.apply(method, of, given))
      },
    })
  return new Proxy(database, {
    get(of, name) {
      if (name === 'prepare') return (sql: string) => counted(of.prepare(sql))
      if (name !== 'batch') return Reflect.get(of, name)
      return (statements: D1PreparedStatement[]) => trip(statements.length, () => of.batch(statements))
    },
  })
}
