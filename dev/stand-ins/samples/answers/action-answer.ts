import type { ActionFile, ServiceDefinition } from '../../../../worker/services/format/service-definition.ts'
import { readPlace } from '../../../../worker/services/format/answer-place.ts'
import type { Asked } from '../fit/fit-request.ts'
import type { Hole } from '../fit/fit-text.ts'
import type { KeptAction, SampleState } from './sample-state.ts'
import { newId } from './new-values.ts'
import { sampleAnswer } from './sample-entries.ts'
import { placesIn, writePlace } from './write-place.ts'

type Sent = { asked: Asked; holes: readonly Hole[]; now: number }

/** Keeps what an action sent, once for each key where the service honors keys, and gives what is kept. */
export function keepAction(
  definition: ServiceDefinition,
  action: ActionFile,
  state: SampleState,
  { asked, holes, now }: Sent,
): KeptAction {
  const request_id = asked.headers.get('x-request-id')
  const key = holes.find(({ name }) => name === 'key')?.value ?? asked.headers.get('idempotency-key')
  const before = state.kept.find((each) => each.slug === action.slug && key !== null && each.key === key)
  if (before && action.repeat === 'key') {
    before.again += 1
    return before
  }
  state.n += 1
  const { method, path, body } = asked
  const kept: KeptAction = {
    n: state.n,
    at: now,
    slug: action.slug,
    key,
    request_id,
    method,
    path,
    body,
    texts: [...holes.map(({ value }) => value), body],
    answer: newAnswer(definition, action, state.n),
    again: 0,
  }
  state.kept.push(kept)
  return kept
}

/** The sample's answer, with the id of a new thing. */
function newAnswer(definition: ServiceDefinition, action: ActionFile, n: number): unknown {
  const answer = sampleAnswer(definition.samples?.actions?.[action.slug], { answer: action.request?.answer })
  if (typeof answer !== 'object' || answer === null) return answer
  const [place] = action.result?.id === undefined ? [] : placesIn(action.result.id)
  return place === undefined || place.startsWith('$1')
    ? answer
    : writePlace(answer, place, newId(readPlace(answer, place), n))
}

/** An action's effect as the list shows it in which it is found again: with its result, and with its key or mark. */
export function foundEntry({ key, mark }: NonNullable<ActionFile['find']>, kept: KeptAction): unknown {
  const entry = typeof kept.answer === 'object' && kept.answer !== null ? structuredClone(kept.answer) : {}
  const withKey = key === undefined ? entry : writePlace(entry, key, kept.request_id)
  const marked = kept.texts.find((text) => kept.request_id !== null && text.includes(kept.request_id))
  return mark === undefined ? withKey : writePlace(withKey, mark, marked ?? '')
}
