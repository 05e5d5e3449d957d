import { parseJson } from '../../contract/shared/parse-json.ts'
import { failedOutcome } from '../../system/outbound/failed-outcome.ts'
import type { QueryDefinition } from '../../engine/steps/service-steps.ts'
import { PLACE, readPlace, toIngredient } from '../format/answer-place.ts'
import { fetchTyped, typedHeaders } from './make-request.ts'
import { secretHeaderProblem } from './request-headers.ts'

/** Characters of an answer that ingredients hold. */
const BODY_MAX = 100_000

export function pathProblem(path: string): string | null {
  return isAnswerPath(path) ? null : 'Write a path such as "$.items[0].name", or "$" for everything.'
}

/** Gets JSON from an address that the user typed, and what stands at a path in it; nothing there is empty. */
export const getJson: QueryDefinition['run'] = async ({ fields }, io) => {
  const { url = '', secret_header = '' } = fields
  const path = fields['path'] || '$'
  const problem = (secret_header && secretHeaderProblem(secret_header)) || pathProblem(path)
  if (problem || !isAnswerPath(path)) return failedOutcome({ failure: 'input', message: problem ?? '' })
  const headers = { accept: 'application/json', ...typedHeaders({ secret_header }) }
  const outcome = await fetchTyped(url, { headers, redirects: 'get' }, fields, io)
  if (!outcome.ok) return outcome
  const body = await outcome.value.text()
  const json = parseJson(body)
  if (json === undefined) return failedOutcome({ failure: 'protocol', sent: 'maybe', message: NOT_JSON })
  const value = toIngredient(readPlace(json, path))
  return { ok: true, value: [{ Body: body.slice(0, BODY_MAX), Value: value, Status: outcome.value.status }] }
}

const NOT_JSON = 'This address did not answer with JSON.'

function isAnswerPath(path: string): path is `$${string}` {
  return PLACE.test(path)
}
