import { EDGE_CACHE_SECONDS } from '../../../worker/contract/limits.ts'
import { MemoryCache } from './memory-cache.ts'
import type { Defer } from '../env/edge-env.ts'

/** A stored answer; its body is text so that it can be sent many times. */
export type Stored = { status: number; body: string; headers: Record<string, string> }

const MEMORY_TTL = 10_000
const MEMORY_BYTES = 8 * 1024 * 1024

/** Caches public answers: in this isolate's memory for 10 s, then in the data center's Cache API for 60 s. */
export type EdgeCache = {
  /**
   * The stored answer for `key`, or the result of `produce`; only 200s are stored. Use it only for public content.
   * `inMemory: false` leaves it to the data center's cache.
   */
  remember(key: string, produce: () => Promise<Stored>, options?: { inMemory: boolean }): Promise<Stored>
}

export type SharedCache = {
  match(request: Request): Promise<Response | undefined>
  put(request: Request, response: Response): Promise<void>
}

export function edgeCache(options: {
  origin: string
  memory: MemoryCache<Stored>
  shared: SharedCache | null
  now: () => number
  defer: Defer
}): EdgeCache {
  const { origin, memory, shared, now, defer } = options
  return {
    async remember(key, produce, { inMemory: keepsInMemory } = { inMemory: true }) {
      const keep = (stored: Stored) => {
        if (keepsInMemory) memory.set(key, stored, stored.body.length * 2, now())
      }
      const inMemory = memory.get(key, now())
      if (inMemory) return inMemory
      const request = new Request(`${origin}/__cache${key}`)
      const hit = await shared?.match(request)
      if (hit) {
        const stored = await fromResponse(hit)
        keep(stored)
        return stored
      }
      const made = await produce()
      if (made.status === 200) {
        keep(made)
        if (shared) defer(shared.put(request, toResponse(made)))
      }
      return made
    },
  }
}

export function newMemory(): MemoryCache<Stored> {
  return new MemoryCache<Stored>(MEMORY_BYTES, MEMORY_TTL)
}

function toResponse({ status, body, headers }: Stored): Response {
  return new Response(body, {
    status,
    headers: {
      ...headers,
      'cache-control': `public, max-age=${EDGE_CACHE_SECONDS}`,
      'x-stored-cache-control': headers['cache-control'] ?? '',
    },
  })
}

async function fromResponse(response: Response): Promise<Stored> {
  const headers = Object.fromEntries(response.headers)
  const stored = headers['x-stored-cache-control']
  delete headers['x-stored-cache-control']
  delete headers['cache-control']
  return {
    status: response.status,
    body: await response.text(),
    headers: stored ? { ...headers, 'cache-control': stored } : headers,
  }
}
