import type { ActionDefinition, StepIo } from '../../engine/steps/service-steps.ts'
import { readPlace, toId } from '../format/answer-place.ts'
import { protocolProblem, requestJson } from '../format/http/send-request.ts'
import type { FieldDefinition } from '../format/service-definition.ts'
import { GITHUB, githubIo } from './github-io.ts'
import { NOT_A_REPOSITORY, repositoryAction, withRepository } from './github-steps.ts'

type TextAction = {
  fields: FieldDefinition[]
  /** The path where it is added. */
  post: string
  /** The path where the newest of its kind are listed, and the list's own query. */
  list: string
  query: Record<string, string>
  /** The fields that go into the JSON as they are, besides the text. */
  json: Record<string, string>
  /** Where its id stands. */
  id: string
}

/**
 * An action that writes a text at GitHub and finds it again: the text ends with a comment that no page shows, which
 * holds the key of the effect.
 */
export function markedTextAction({
  fields,
  post,
  list,
  query,
  json,
  id,
}: TextAction): Required<Pick<ActionDefinition, 'run' | 'find'>> {
  const run = repositoryAction(fields, {
    request: { post: post, json: { ...json, body: '{{fields.marked_body}}' } },
    result: { id, url: '$.html_url' },
  })
  return {
    run: (call, io) => {
      const body = call.fields['body'] ?? ''
      const text = io.key === null ? body : `${body}\n\n${markerOf(io.key)}`.trimStart()
      return run({ ...call, fields: { ...call.fields, marked_body: text } }, io)
    },
    find: async (call, io) => {
      const named = withRepository(call)
      if (!named || io.key === null) return NOT_A_REPOSITORY
      const lookup: StepIo = { ...githubIo(io), key: null }
      const newest = { ...query, sort: 'created', direction: 'desc', per_page: '100' }
      const request = { get: list, query: newest } as const
      const asked = await requestJson(GITHUB, { request, fields, values: named.fields }, lookup)
      if (!asked.ok) return asked
      const { value: answer, status } = asked.value
      if (!Array.isArray(answer)) return protocolProblem(GITHUB, status)
      const marker = markerOf(io.key)
      const found: unknown = answer.find((each) => String(readPlace(each, '$.body') ?? '').includes(marker))
      if (found === undefined) return { ok: true, value: null }
      const url = toId(readPlace(found, '$.html_url'))
      return { ok: true, value: { id: toId(readPlace(found, id)), url, answer: null } }
    },
  }
}

function markerOf(key: string): string {
  return `<!-- switchyard ${key} -->`
}
