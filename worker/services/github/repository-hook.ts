import { parseJson } from '../../contract/shared/parse-json.ts'
import type { Poll, StepCall, StepIo, TriggerDefinition } from '../../engine/steps/service-steps.ts'
import type { StepOutcome, StepProblem } from '../../system/runner-api/step-outcome.ts'
import { readPlace, toId } from '../format/answer-place.ts'
import { matchText } from '../format/match-text.ts'
import { requestJson, sendRequest } from '../format/http/send-request.ts'
import type { PolledRequest } from '../format/service-code.ts'
import type { RequestFile } from '../format/service-definition.ts'
import { GITHUB } from './github-api.ts'
import { REPOSITORY, repository } from './repository-field.ts'

/** One of a webhook's events by GitHub's name, and what its body has for something new (https://docs.github.com/webhooks). */
type RepositoryNews = { event: string; action: string | null; has: string }

type Told = Required<Pick<TriggerDefinition, 'leave' | 'hint'>> & { poll: Poll }
type Followed = StepCall & { identity: string }

/** Each trigger asks for the same proof. */
const GITHUB_PROOF = { header: 'x-hub-signature-256', prefix: 'sha256=', hmac: 'hex' } as const

const HOOKS = `${REPOSITORY}/hooks`

/**
 * The poll of a repository, with a webhook there for its news, so that it is asked at once. Where the account may make
 * none, or GitHub cannot reach us, the poll goes on by its plan.
 */
export function toldByHook(
  { event, action, has }: RepositoryNews,
  pollOf: (request: PolledRequest) => Poll = ({ poll }) => poll,
): (request: PolledRequest) => Told {
  return (request) => {
    const poll = pollOf(request)
    return {
      poll: async (call, io) => {
        const isFirst = call.page === null && call.etag === null && call.last_modified === null
        const { identity } = call
        const isSettled = !isFirst || identity === undefined || (await makeHook(event, { ...call, identity }, io))
        const asked = await poll(call, io)
        // The next poll asks for the webhook again, as a first one.
        return isSettled || !asked.ok ? asked : { ok: true, value: { ...asked.value, etag: null, last_modified: null } }
      },
      leave: async ({ identity, fields }, io) => {
        const found = await findHook({ fields, applet_id: 0, identity }, io)
        if (found?.ok && found.value.id !== null) await ask({ delete: `${HOOKS}/${found.value.id}` }, fields, io)
        return { ok: true, value: null }
      },
      hint: {
        proof: GITHUB_PROOF,
        concerns: (body, fields) => {
          const told = parseJson(body)
          const full_name = toId(readPlace(told, '$.repository.full_name'))?.toLowerCase()
          if (full_name === undefined || full_name !== fullName(fields)) return false
          return toId(readPlace(told, has)) !== null && (action === null || readPlace(told, '$.action') === action)
        },
      },
    }
  }
}

/**
 * Nothing that goes wrong here is a problem of the trigger: it is polled all the same. Returns false where GitHub only
 * asked to wait, or was away.
 */
async function makeHook(event: string, call: Followed, io: StepIo): Promise<boolean> {
  const found = await findHook(call, io)
  if (!found) return true
  if (!found.ok) return !isPassing(found.problem)
  const { id, url, secret } = found.value
  if (id !== null) return true
  const config = { url, content_type: 'json', secret, insecure_ssl: '0' }
  const json = { name: 'web', active: true, events: [event], config }
  const made = await ask({ post: HOOKS, json }, call.fields, io)
  return made.ok || !isPassing(made.problem)
}

const PASSING = ['busy', 'rate_limited', 'server', 'timeout', 'transport']

function isPassing({ failure }: StepProblem): boolean {
  return PASSING.includes(failure)
}

/** The repository that a trigger follows, as GitHub names it in lower case; null where its field names none. */
function fullName(fields: Record<string, string>): string | null {
  const named = matchText(repository.match?.as ?? [], (fields[repository.slug] ?? '').trim())
  return named && `${named['owner']}/${named['repo']}`.toLowerCase()
}

/** Our webhook in the call's repository, with a null id where there is none yet. Null where there is nothing to ask. */
async function findHook({ identity, fields }: Followed, io: StepIo) {
  if (fullName(fields) === null || !io.hook) return null
  const { address, secret } = await io.hook()
  const url = `${address}?trigger=${encodeURIComponent(identity)}`
  const request: RequestFile = { get: HOOKS, query: { per_page: '100' } }
  const asked = await requestJson(GITHUB, { request, fields: [repository], values: fields }, io)
  if (!asked.ok) return asked
  const { value: answer } = asked.value
  const own: unknown = Array.isArray(answer)
    ? answer.find((each) => readPlace(each, '$.config.url') === url)
    : undefined
  return { ok: true as const, value: { id: toId(readPlace(own, '$.id')), url, secret } }
}

function ask(request: RequestFile, values: Record<string, string>, io: StepIo): Promise<StepOutcome<unknown>> {
  return sendRequest(GITHUB, { request, fields: [repository], values }, io)
}
