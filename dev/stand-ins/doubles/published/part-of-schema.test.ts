import { expect, test } from 'vitest'
import { OpenApiCheck } from './open-api.ts'

const issue = {
  type: 'object',
  required: ['id', 'user'],
  properties: { id: { type: 'integer' }, user: { $ref: '#/components/schemas/user' } },
}
const user = { type: 'object', required: ['login', 'type'], properties: { login: { type: 'string' }, type: {} } }
const responses = { 200: { content: { 'application/json': { schema: issue } } } }
const check = new OpenApiCheck({ paths: { '/issue': { get: { responses } } }, components: { schemas: { user } } })
const problems = (answer: object) =>
  check.partProblems({ method: 'GET', path: '/issue' }, { status: 200, body: JSON.stringify(answer) })

test('a part of an answer may lack what is published', () => {
  expect([problems({}), problems({ user: { login: 'ada' } })]).toEqual([[], []])
  expect(check.answerProblems({ method: 'GET', path: '/issue' }, { status: 200, body: '{}' })).toHaveLength(2)
})

test.each([{ id: 'one' }, { user: { login: 1 } }, { user: { name: 'Ada' } }, { title: 'Late' }])(
  'the part %j is not of what is published',
  (answer) => {
    expect(problems(answer)).toHaveLength(1)
  },
)
