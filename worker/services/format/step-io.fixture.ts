import type { StepIo } from '../../engine/steps/service-steps.ts'
import type { OutboundInit } from '../../system/outbound/outbound-fetch.ts'
import { failedOutcome } from '../../system/outbound/failed-outcome.ts'

const NOT_EXPECTED = failedOutcome({ failure: 'refused', message: 'Not expected here.' })

type Request = { address: string; init: OutboundInit }

/** A StepIo whose fetch answers with these responses in order, and records what was asked. */
export function stepIo(answers: readonly (Response | unknown)[], more: Partial<StepIo> = {}) {
  const asked: Request[] = []
  const left = [...answers]
  const unused = async () => NOT_EXPECTED
  const io: StepIo = {
    fetch: async (address, init = {}) => {
      asked.push({ address, init })
      if (left.length === 0) throw new Error(`An unexpected request to ${address}`)
      const answer = left.shift()
      return { ok: true, value: answer instanceof Response ? answer : Response.json(answer) }
    },
    token: 'the-token',
    credentials: { token: 'the-token', key: 'the-token' },
    base_url: 'https://api.acme.test',
    key: null,
    timezone: 'Europe/Berlin',
    now: Date.UTC(2026, 2, 1, 12),
    readSource: unused,
    deliver: { notify: unused, mail: unused, digest: unused },
    store: {
      value: () => null,
      list: () => [],
      set: () => NOT_EXPECTED,
      add: () => NOT_EXPECTED,
      count: () => NOT_EXPECTED,
    },
    ...more,
  }
  return { io, asked }
}
