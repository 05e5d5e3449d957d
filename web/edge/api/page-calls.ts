import { PAGE_CALLS_PATH, type PageAnswer } from '../../../worker/contract/site.ts'

/** Asks the API, as `fetch` would. */
export type ApiFetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>

type Call = {
  url: URL
  resolve: (response: Response | Promise<Response>) => void
  reject: (error: unknown) => void
}

/** Sends the reads that are asked for in the same turn as one call (PAGE_CALLS_PATH); one alone, and writes, as they are. */
export function readTogether(send: ApiFetch): ApiFetch {
  let waiting: Call[] = []
  async function sendWaiting() {
    await Promise.resolve()
    const calls = waiting
    waiting = []
    const [first, ...others] = calls
    if (first && others.length === 0) return first.resolve(send(first.url))
    try {
      const answers = await askTogether(send, calls)
      for (const [n, answer] of answers.entries()) calls[n]?.resolve(toResponse(answer))
    } catch (error) {
      for (const { reject } of calls) reject(error)
    }
  }
  return (input, init) => {
    if (init?.method !== 'GET' || input instanceof Request) return send(input, init)
    return new Promise((resolve, reject) => {
      waiting.push({ url: new URL(input), resolve, reject })
      if (waiting.length === 1) void sendWaiting()
    })
  }
}

async function askTogether(send: ApiFetch, calls: readonly Call[]): Promise<PageAnswer[]> {
  const query = new URLSearchParams(calls.map(({ url }) => ['call', url.pathname + url.search]))
  const response = await send(`${calls[0]?.url.origin}${PAGE_CALLS_PATH}?${query}`)
  if (!response.ok) throw new Error(`The API answered ${response.status} to the calls of a page.`)
  return response.json()
}

function toResponse({ status, headers, body }: PageAnswer): Response {
  return new Response(body || null, { status, headers })
}
