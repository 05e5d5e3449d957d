import { MINUTE } from '../../contract/shared/durations.ts'
import { failedOutcome } from '../../system/outbound/failed-outcome.ts'
import { PROBLEM_WORDS } from '../../system/outbound/problem-words.ts'
import type { StepOutcome } from '../../system/runner-api/step-outcome.ts'
import type { RequestOwner } from '../format/http/send-request.ts'
import { neededPermission } from './needed-permission.ts'

const LACKS = (permission: string) =>
  `This connection may not do that. At GitHub, give it the permission "${permission}".`
const HIDDEN = (permission: string) =>
  `GitHub shows this connection nothing there. Check the name, and give it the permission "${permission}".`
const NO_NOTIFICATIONS =
  'GitHub shows notifications only to a sign-in or to a classic token, with the scope "notifications". Connect with one of these.'

/** Without a time, GitHub asks to wait a minute at least. */
const SLOW_DOWN = failedOutcome({
  failure: 'rate_limited',
  status: 403,
  retry_after: MINUTE,
  message: PROBLEM_WORDS.rate_limited('GitHub'),
})

/** What a request to GitHub needs. A refusal for want of a permission names it. */
export const GITHUB = {
  id: 'github',
  name: 'GitHub',
  hosts: ['api.github.com', 'github.com'],
  // https://docs.github.com/en/rest/about-the-rest-api/api-versions
  headers: { accept: 'application/vnd.github+json', 'x-github-api-version': '2026-03-10' },
  code: {
    explain: async (response, { address }) => {
      if (response.status === 403 && (await isSecondaryLimit(response))) return SLOW_DOWN
      return refusal(response, address)
    },
  },
} satisfies RequestOwner

function refusal({ status, headers }: Response, address: string): StepOutcome<Response> | null {
  if (status !== 403 && status !== 404) return null
  if (headers.has('retry-after') || headers.get('x-ratelimit-remaining') === '0') return null
  if (status === 403 && /\/notifications(?:\?|$)/.test(address)) return refused(status, NO_NOTIFICATIONS)
  const permission = neededPermission(headers)
  if (permission === null) return null
  return refused(status, status === 403 ? LACKS(permission) : HIDDEN(permission))
}

async function isSecondaryLimit(response: Response): Promise<boolean> {
  if (response.headers.has('retry-after')) return false
  return /secondary rate limit/i.test(await response.clone().text())
}

function refused(status: number, message: string) {
  return failedOutcome({ failure: 'status', status, message })
}
