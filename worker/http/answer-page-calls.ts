import { FOR_PAGE, PAGE_CALLS_PATH, type PageAnswer } from '../contract/site.ts'
import { shareReads } from '../db/shared-reads.ts'

/** What pages read of an answer besides its status and its body. */
const KEPT = new Set(['content-type', 'retry-after', 'set-cookie'])

/**
 * Answers what a page asks for together (PAGE_CALLS_PATH): each call as `answer` does alone, with its own line in the log,
 * but what they read of D1 at the same time in one round trip. Null for any other request.
 */
export function answerPageCalls(
  request: Request,
  answer: (call: Request) => Response | Promise<Response>,
): Promise<Response> | null {
  if (!request.url.includes(PAGE_CALLS_PATH) || !request.headers.has(FOR_PAGE)) return null
  const { origin, pathname, searchParams } = new URL(request.url)
  if (pathname !== PAGE_CALLS_PATH || request.method !== 'GET') return null
  const { headers } = request
  const toAnswer = async (path: string): Promise<PageAnswer> => {
    const answered = await answer(new Request(origin + path, { headers }))
    const kept = [...answered.headers].filter(([name]) => KEPT.has(name))
    return { status: answered.status, headers: kept, body: await answered.text() }
  }
  return shareReads(async () => Response.json(await Promise.all(searchParams.getAll('call').map(toAnswer))))
}
