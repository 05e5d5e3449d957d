import { Hono } from 'hono'
import type { Me } from '../../../worker/contract/accounts/me.ts'
import { apiClient } from '../api/api-client.ts'
import type { LoadInput } from './page-route.ts'
import { unwrap } from '../api/api-fetch.ts'

type Given = { path: string; signedIn: boolean; build?: (app: Hono) => void }

/** For tests: a loader's input for this address, with a small API in place of the Worker. */
export function loadInput({ path, signedIn, build = () => {} }: Given): LoadInput {
  const app = new Hono()
  build(app)
  const url = new URL(path, 'http://localhost')
  const api = apiClient(async (input, init) => app.fetch(new Request(input, init)))
  const mine = signedIn ? api : null
  const asked = async (): Promise<Me | null> => (mine ? (await unwrap(mine.api.me.$get())).me : null)
  return {
    api,
    fresh: api,
    counted: api,
    mine,
    params: {},
    address: { path: url.pathname, query: {} },
    search: url.searchParams,
    whoAsks: asked().catch(() => null),
    timeZone: 'UTC',
    now: 0,
    refused: null,
  }
}
