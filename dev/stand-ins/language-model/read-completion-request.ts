import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions'
import { schemaProblems } from './schema-problems.ts'
import { isRecord } from '../../../worker/contract/shared/is-record.ts'

/** A request that asks for strict structured output. */
export type CompletionRequest = {
  model: ChatCompletionCreateParamsNonStreaming['model']
  messages: { role: 'system' | 'user' | 'assistant'; content: string }[]
  schema: Record<string, unknown>
}

/** OpenAI's own words for what it does not take. */
type InvalidRequest = { message: string; param: string | null; code: string | null }

const ROLES = ['system', 'user', 'assistant'] as const

/** Reads the body of POST /v1/chat/completions as far as the product uses it; anything else is refused. */
export function readCompletionRequest(
  body: unknown,
): { ok: true; request: CompletionRequest } | { ok: false; error: InvalidRequest } {
  const refuse = (message: string, param: string | null = null, code: string | null = null) =>
    ({ ok: false, error: { message, param, code } }) as const
  if (!isRecord(body)) return refuse('We could not parse the JSON body of your request.')
  const unknown = Object.keys(body).find((key) => !['model', 'messages', 'response_format'].includes(key))
  if (unknown !== undefined) return refuse(`Unrecognized request argument supplied: ${unknown}`)
  const { model, messages, response_format: format } = body
  if (typeof model !== 'string' || model === '') return refuse('you must provide a model parameter', 'model')
  if (!Array.isArray(messages) || messages.length === 0)
    return refuse('Missing required parameter: messages', 'messages')
  const read = messages.flatMap(toMessage)
  if (read.length !== messages.length) return refuse('Invalid type for messages', 'messages')
  if (!isRecord(format) || format['type'] !== 'json_schema' || !isRecord(format['json_schema'])) {
    return refuse('This stand-in answers with structured output only.', 'response_format')
  }
  const { name, strict, schema } = format['json_schema']
  if (typeof name !== 'string' || !/^[\w-]{1,64}$/.test(name))
    return refuse('Invalid name', 'response_format.json_schema.name')
  if (strict !== true || !isRecord(schema))
    return refuse('strict must be true here', 'response_format.json_schema.strict')
  const [problem] = schemaProblems(schema)
  if (problem !== undefined) {
    return refuse(`Invalid schema for response_format '${name}': ${problem}`, 'response_format', 'invalid_json_schema')
  }
  return { ok: true, request: { model, messages: read, schema } }
}

function toMessage(message: unknown): CompletionRequest['messages'] {
  if (!isRecord(message) || typeof message['content'] !== 'string') return []
  const role = ROLES.find((each) => each === message['role'])
  return role && Object.keys(message).length === 2 ? [{ role, content: message['content'] }] : []
}
