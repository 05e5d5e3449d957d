import { FOR_PAGE, PAGE_CALLS_PATH, type PageAnswer } from '../../contract/site.ts'
import { shareFirstBatch } from '../d1/page-reads.ts'

/** The headers of an answer that pages read, besides its status and its body. */
const KEPT = new Set(['content-type', 'retry-after', 'set-cookie'])

/** D1 for a call of a page. */
const databases = new WeakMap<Request, D1Database>()

/** D1 for this request: its own, where it is one of a page's calls. */
export function databaseFor(request: Request, { DB }: { DB: D1Database }): D1Database {
  return databases.get(request) ?? DB
}

/**
 * Answers what a page asks for together (PAGE_CALLS_PATH): each call as `answer` does alone, with its own line in the log,
 * but what they read of D1 first in one round trip. Null for any other request.
 */
export function answerPageCalls(
  request: Request,
  { DB }: { DB: D1Database },
  answer: (call: Request) => Response | Promise<Response>,
): Promise<Response> | null {
  if (!request.url.includes(PAGE_CALLS_PATH) || !request.headers.has(FOR_PAGE)) return null
  const { origin, pathname, searchParams } = new URL(request.url)
  if (pathname !== PAGE_CALLS_PATH || request.method !== 'GET') return null
  const paths = searchParams.getAll('call')
  const parts = shareFirstBatch(DB, paths.length)
  const toAnswer = async ({ database, answered }: (typeof parts)[number], at: number): Promise<PageAnswer> => {
    const call = new Request(origin + paths[at], { headers: request.headers })
    databases.set(call, database)
    const response = await Promise.resolve(answer(call)).finally(answered)
    const headers = [...response.headers].filter(([name]) => KEPT.has(name))
    return { status: response.status, headers, body: await response.text() }
  }
  return Promise.all(parts.map(toAnswer)).then((answers) => Response.json(answers))
}
