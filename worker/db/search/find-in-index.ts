import type { Ctx } from '../../system/context/context.ts'
import { AppError } from '../../system/errors/app-error.ts'
import { log } from '../../system/log/log.ts'
import { runBatch, runNamed, type Read } from '../d1-batch.ts'
import type { SearchMatch } from './search-words.ts'

/**
 * SQLite's bm25 scores every match, so it gets at most this many: the most popular ones. The index hands them out in the
 * order of their rowids, which begin with the popularity (the view search_truth), and stops there. So a word that half of
 * 100,000 Applets contain reads 399 rows in 3 ms, instead of 100,000 in 93 ms. With a million it is 399 rows in 47 ms,
 * because bm25 still counts how many match.
 */
const CANDIDATES = 200

const SERVICES_MATCHING = `select module_name from (
    select rowid, module_name, bm25(service_words, 10, 1) as score from service_words
    where service_words match ?1 order by rowid limit ${CANDIDATES}
  ) order by score, rowid limit ?2`

/** A step's own name weighs more than its service's, and that more than its description. */
const STEPS_MATCHING = `select step_id from (
    select rowid, step_id, bm25(step_words, 10, 1, 3) as score from step_words
    where step_words match ?1 order by rowid limit ${CANDIDATES}
  ) order by score, rowid limit ?2`

/** A name weighs more than a description, and that more than the names of services and steps. */
const APPLETS_MATCHING = `select place & 4294967295 as applet_id from (
    select rowid as place, bm25(applet_words, 10, 4, 1) as score from applet_words
    where applet_words match ?1 order by rowid limit ${CANDIDATES}
  ) order by score, place limit ?2`

type Found = { services: string[]; steps: string[]; applets: number[] }
type Limits = Record<keyof Found, number>

/**
 * Finds the matches, best first: by bm25, then by popularity. One round trip to the index. A match may have been hidden
 * since. Throws `search_unavailable` if there is no index or it cannot be read.
 */
export async function findInIndex(ctx: Ctx, { texts, steps: ofSteps }: SearchMatch, limits: Limits): Promise<Found> {
  return readIndex(ctx, (search) =>
    runNamed(search, {
      services: matching(
        SERVICES_MATCHING,
        [texts, limits.services],
        (row: { module_name: string }) => row.module_name,
      ),
      steps: stepsMatching(ofSteps, limits.steps),
      applets: matching(APPLETS_MATCHING, [texts, limits.applets], (row: { applet_id: number }) => row.applet_id),
    }),
  )
}

/** As `findInIndex`, of steps alone. */
export function findStepsInIndex(ctx: Ctx, { steps }: SearchMatch, limit: number): Promise<string[]> {
  return readIndex(ctx, (search) => runBatch(search, [stepsMatching(steps, limit)]))
}

function stepsMatching(words: string, limit: number): Read<string> {
  return matching(STEPS_MATCHING, [words, limit], (row: { step_id: string }) => row.step_id)
}

function matching<Row, Name>(sql: string, params: [words: string, limit: number], toRow: (row: Row) => Name) {
  return { toSQL: () => ({ sql, params }), toRow }
}

type SearchClient = { $client: D1Database }

async function readIndex<Answer>({ search }: Ctx, read: (search: SearchClient) => Promise<Answer>): Promise<Answer> {
  try {
    if (!search) throw new Error('The binding SEARCH is missing.')
    return await read({ $client: search })
  } catch (error) {
    log('error', 'search_failed', { message: String(error) })
    throw new AppError('search_unavailable', { cause: error })
  }
}
