import { failedOutcome } from '../../system/outbound/failed-outcome.ts'
import { PROBLEM_WORDS } from '../../system/outbound/problem-words.ts'
import type { StepIo } from '../../engine/steps/service-steps.ts'
import { readPlace } from '../format/answer-place.ts'

export const BLUESKY = { id: 'bluesky', name: 'Bluesky', hosts: ['bsky.social'] }

const EXPIRED = new Set(['ExpiredToken', 'InvalidToken'])

/** A step's ports at the account's own server, where an expired session is a 400. */
export function blueskyIo(io: StepIo): StepIo {
  return {
    ...io,
    base_url: io.credentials['pds'] ?? io.base_url,
    fetch: async (address, init) => {
      const outcome = await io.fetch(address, init)
      if (!outcome.ok || outcome.value.status !== 400) return outcome
      const error = await readError(outcome.value)
      if (!EXPIRED.has(error)) return outcome
      return failedOutcome({ failure: 'unauthorized', status: 400, message: PROBLEM_WORDS.unauthorized(BLUESKY.name) })
    },
  }
}

/** The name of an XRPC error, such as `ExpiredToken`; empty where there is none. Leaves the body to be read. */
export async function readError(response: Response): Promise<string> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  return String(readPlace(body, '$.error') ?? '')
}
