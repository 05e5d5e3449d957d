import { expect, test } from 'vitest'
import { RequestError } from '../../browser/request/request-error.ts'
import { refusalWords } from './refusal-words.ts'

const refused = (status: number, message: string) =>
  new RequestError(Response.json({}, { status }), { error: { code: 'conflict', message }, errors: [] })

// §D8-06
test('a refusal that names its cause replaces the general sentence', () => {
  expect(refusalWords(refused(409, 'You archived this Applet.'), 'General.')).toBe('You archived this Applet.')
  expect(refusalWords(refused(404, 'It is gone.'), 'General.')).toBe('It is gone.')
})

// §8-08
test('a failure without a cause keeps the general sentence', () => {
  expect(refusalWords(refused(500, 'Something went wrong.'), 'General.')).toBe('General.')
  expect(refusalWords(new RequestError(null, {}), 'General.')).toBe('General.')
})
