import { expect, test } from 'vitest'
import { workersAiModel } from './workers-ai-model.ts'

/** A binding that answers this, or throws it. */
function bound(answer: unknown) {
  const calls: { model: string; input: object }[] = []
  const run = async (model: string, input: object) => {
    calls.push({ model, input })
    if (answer instanceof Error) throw answer
    return answer
  }
  return { calls, ai: { run } }
}
const ask = (answer: unknown, AI_MODEL = '') =>
  workersAiModel(bound(answer).ai, { AI_MODEL })([{ role: 'user', content: 'hello' }], { type: 'object' })

test.each([
  [{ response: { trigger: null } }, '{"trigger":null}'],
  [{ response: '{"trigger":null}', usage: {} }, '{"trigger":null}'],
  [{ choices: [{ message: { content: '{"trigger":null}' } }] }, '{"trigger":null}'],
])('reads %j in either shape of Cloudflare', async (answer, text) => {
  expect(await ask(answer)).toBe(text)
})

test.each([
  [new Error('3036: You have used up your daily free allocation')],
  [new DOMException('late', 'TimeoutError')],
  [{ choices: [{ message: { content: null, refusal: 'No.' } }] }],
  [{ something: 'else' }],
])('%o counts as none', async (answer) => {
  expect(await ask(answer)).toBeNull()
})

test('each family of models gets the schema in its own place', async () => {
  const { ai, calls } = bound({ response: '{}' })
  await workersAiModel(ai, { AI_MODEL: '' })([], { type: 'object' })
  await workersAiModel(ai, { AI_MODEL: '@cf/openai/gpt-oss-120b' })([], { type: 'object' })
  expect(calls).toMatchObject([
    {
      model: '@cf/meta/llama-3.3-70b-instruct-fp8-fast',
      input: { response_format: { json_schema: { type: 'object' } } },
    },
    { input: { response_format: { json_schema: { name: 'applet', strict: true, schema: { type: 'object' } } } } },
  ])
})
