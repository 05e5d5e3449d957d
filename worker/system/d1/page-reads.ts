type Waiting = {
  statements: D1PreparedStatement[]
  resolve: (results: D1Result[]) => void
  reject: (error: unknown) => void
}
type PartOfPage = { database: D1Database; answered: () => void }

/**
 * D1 for each of so many calls that a page makes at once: the first batches of all of them are one batch. It is sent as soon
 * as each call has asked for its own, or has `answered` without one.
 */
export function shareFirstBatch(database: D1Database, calls: number): PartOfPage[] {
  const waiting: Waiting[] = []
  let missing = calls
  const arrive = () => {
    missing -= 1
    if (missing === 0) void sendTogether(database, waiting)
  }
  return Array.from({ length: calls }, () => {
    let here = false
    const answered = () => {
      if (!here) arrive()
      here = true
    }
    const batch = (statements: D1PreparedStatement[]) => {
      if (here) return database.batch(statements)
      return new Promise<D1Result[]>((resolve, reject) => {
        waiting.push({ statements, resolve, reject })
        answered()
      })
    }
    return { database: likeD1({ prepare: (query: string) => database.prepare(query), batch }), answered }
  })
}

async function sendTogether(database: D1Database, waiting: readonly Waiting[]): Promise<void> {
  const [only, ...others] = waiting
  if (!only) return
  try {
    const results = await database.batch(waiting.flatMap(({ statements }) => statements))
    let from = 0
    for (const { statements, resolve } of waiting) resolve(results.slice(from, (from += statements.length)))
  } catch (error) {
    if (others.length === 0) return only.reject(error)
    // A batch that failed did nothing, and what D1 refuses of one call must not fail the others.
    for (const { statements, resolve, reject } of waiting) database.batch(statements).then(resolve, reject)
  }
}

/** Casts the part of D1 that a Ctx calls, because D1's classes have more. */
function likeD1(part: Pick<D1Database, 'prepare'> & { batch(statements: D1PreparedStatement[]): Promise<D1Result[]> }) {
  return part as D1Database
}
