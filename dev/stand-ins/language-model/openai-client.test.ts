import OpenAI, { AuthenticationError, BadRequestError, InternalServerError, RateLimitError } from 'openai'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { proposalSchema } from '../../../worker/ai/model/proposal-schema.ts'
import { promptFor } from '../../../worker/ai/model/prompt.ts'
import { sliceFor } from '../../bench/planner/score/plan-alone.ts'
import { startLanguageModel, STAND_IN_KEY, type RunningLanguageModel } from './start-language-model.ts'
import { mismatch, schemaProblems } from './schema-problems.ts'

let model: RunningLanguageModel
let client: OpenAI
beforeEach(async () => {
  model = await startLanguageModel(0)
  onTestFinished(() => model.close())
  client = new OpenAI({ apiKey: STAND_IN_KEY, baseURL: model.baseUrl, maxRetries: 0 })
})

const SENTENCE = 'When I star a repository on GitHub, email me'
const slice = sliceFor(SENTENCE)
const schema = proposalSchema(slice)
const ask = (by = client, given: Record<string, unknown> = schema) =>
  by.chat.completions.create({
    model: 'local',
    messages: promptFor(SENTENCE, slice),
    response_format: { type: 'json_schema', json_schema: { name: 'applet', strict: true, schema: given } },
  })

test("OpenAI's own client reads an answer of the schema", async () => {
  const [choice] = (await ask()).choices
  expect(choice?.finish_reason).toBe('stop')
  const answer: unknown = JSON.parse(choice?.message.content ?? '')
  expect(mismatch(schema, answer)).toBeNull()
  expect(answer).toMatchObject({
    trigger: { step: 'github/triggers/new_starred_repository' },
    actions: [{ step: 'email/actions/send_me' }],
  })
})

test('its client parses the same answer, and a refusal', async () => {
  const body = {
    model: 'local',
    messages: promptFor(SENTENCE, slice),
    response_format: { type: 'json_schema', json_schema: { name: 'applet', strict: true, schema } },
  } as const
  expect((await client.chat.completions.parse(body)).choices[0]?.message.parsed).toMatchObject({ conditions: [] })
  model.behave('refusal')
  expect((await client.chat.completions.parse(body)).choices[0]?.message).toMatchObject({
    content: null,
    refusal: /sorry/,
  })
})

test('its client knows each fault by its class', async () => {
  const stranger = new OpenAI({ apiKey: 'sk-other', baseURL: model.baseUrl, maxRetries: 0 })
  await expect(ask(stranger)).rejects.toThrow(AuthenticationError)
  await expect(ask(client, { type: 'object', properties: {} })).rejects.toThrow(BadRequestError)
  model.behave('rate_limit')
  await expect(ask()).rejects.toThrow(RateLimitError)
  model.behave('server_error')
  await expect(ask()).rejects.toThrow(InternalServerError)
  model.behave('drop')
  await expect(ask()).rejects.toThrow('Connection error')
})

test('the schema of every slice is one that strict output takes', () => {
  for (const sentence of [
    'rss to email',
    'x',
    'every day at 7 turn on the lights if it rains',
    'github slack discord telegram',
  ]) {
    const part = sliceFor(sentence)
    expect(part.steps.length).toBe(44)
    expect(schemaProblems(proposalSchema(part))).toEqual([])
  }
})
