import { expect, test } from 'vitest'
import { failedOutcome } from '../../system/outbound/failed-outcome.ts'
import { toldByHook } from './repository-hook.ts'

const notAsked = async () => failedOutcome({ failure: 'status', message: 'Not asked.' })
const { hint } = toldByHook({ event: 'issues', action: 'opened', has: '$.issue.id' })({ poll: notAsked, ask: notAsked })
const opened = { action: 'opened', issue: { id: 7 }, repository: { full_name: 'Octocat/Hello-World' } }
const fields = { repository: 'https://github.com/octocat/hello-world' }

test.each<[string, object | string, Record<string, string>, boolean]>([
  ['a new issue', opened, fields, true],
  ['a new issue, by the address for git', opened, { repository: 'https://github.com/octocat/hello-world.git' }, true],
  ['a new issue, with a slash at the end', opened, { repository: ' octocat/hello-world/ ' }, true],
  ['another repository', opened, { repository: 'octocat/spoon-knife' }, false],
  ['no repository', opened, {}, false],
  ['an issue that was closed', { ...opened, action: 'closed' }, fields, false],
  ['another event', { action: 'opened', pull_request: { id: 8 }, repository: opened.repository }, fields, false],
  ['a ping', { zen: 'Keep it logically awesome.', hook_id: 1 }, fields, false],
  ['no JSON', 'payload=%7B%7D', fields, false],
])('%s: concerns a trigger of new issues or not', (_, body, of, concerned) => {
  expect(hint.concerns(typeof body === 'string' ? body : JSON.stringify(body), of)).toBe(concerned)
})
