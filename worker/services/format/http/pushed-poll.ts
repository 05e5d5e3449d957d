import { parseJson } from '../../../contract/shared/parse-json.ts'
import type { Poll, StepCall, StepIo, TriggerDefinition } from '../../../engine/steps/service-steps.ts'
import type { StepProblem } from '../../../system/runner-api/step-outcome.ts'
import { readPlace, toId } from '../answer-place.ts'
import type { FieldDefinition, PushFile } from '../service-definition.ts'
import { readValue } from '../template.ts'
import { sendRequest, type RequestOwner } from './send-request.ts'

type PushedTrigger = { fields?: FieldDefinition[] | undefined; push: PushFile }
type Told = Required<Pick<TriggerDefinition, 'leave' | 'hint'>> & { poll: Poll }

/** What a poll leaves: the name of our address at the service, empty where it takes none, and the mark of the list. */
type Mark = { followed: string | null; etag: string | null }

/**
 * A poll whose service is given an address of ours, so that it is asked at once when there is something new. Where the
 * account may not do that, the poll goes on by its plan.
 */
export function pushedPoll(service: RequestOwner, { fields = [], push }: PushedTrigger, poll: Poll): Told {
  const { follow, id, leave, proof } = push
  return {
    hint: { proof, concerns: () => true },
    poll: async (call, io) => {
      if (call.page !== null) return poll(call, io)
      const asked = await poll({ ...call, etag: readMark(call.etag).etag }, io)
      // What a failed poll followed would be forgotten, and followed again.
      if (!asked.ok) return asked
      const followed = readMark(call.mark ?? call.etag).followed ?? (await followOnce(call, io))
      const mark: Mark = { followed, etag: asked.value.etag }
      return { ok: true, value: { ...asked.value, etag: JSON.stringify(mark) } }
    },
    leave: async (call, io) => {
      const { followed } = readMark(call.mark ?? null)
      if (!followed || !leave) return { ok: true, value: null }
      const left = await sendRequest(service, { request: leave, fields, values: call.fields, known: { followed } }, io)
      return left.ok ? { ok: true, value: null } : left
    },
  }

  /** The name that the service gave our address; empty where it takes none, null where it only asked to wait. */
  async function followOnce(call: StepCall, io: StepIo): Promise<string | null> {
    if (!io.hook) return null
    const known = { hook: await io.hook() }
    const made = await sendRequest(service, { request: follow, fields, values: call.fields, known }, io)
    if (!made.ok) return isPassing(made.problem) ? null : ''
    const { scope, value } = made.value
    return (id === undefined ? null : toId(readValue(id, { ...scope, answer: value }))) ?? ''
  }
}

const PASSING = ['busy', 'rate_limited', 'server', 'timeout', 'transport']

function isPassing({ failure }: StepProblem): boolean {
  return PASSING.includes(failure)
}

function readMark(text: string | null): Mark {
  const read: unknown = text === null ? null : parseJson(text)
  const followed = readPlace(read, '$.followed')
  return { followed: typeof followed === 'string' ? followed : null, etag: toId(readPlace(read, '$.etag')) }
}
