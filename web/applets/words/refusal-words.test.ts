import { expect, test } from 'vitest'
import { RequestError } from '../../browser/request/request-error.ts'
import { CONNECTION_NOT_UPDATED } from './applet-words.ts'
import { refusalWords } from './refusal-words.ts'

const refused = (status: number, message: string) =>
  new RequestError(Response.json({}, { status }), { error: { code: 'conflict', message }, errors: [] })

// §8-14 §8-17
test.each([404, 409, 429])('after a %i the general sentence comes first, then the cause', (status) => {
  const error = refused(status, 'We could not find that.')
  const said = 'There was an error creating the Applet. We could not find that.'
  expect(refusalWords(error, 'There was an error creating the Applet')).toBe(said)
  expect(refusalWords(error, CONNECTION_NOT_UPDATED)).toBe(`${CONNECTION_NOT_UPDATED} We could not find that.`)
})

// §8-08
test('a failure without a cause keeps the general sentence', () => {
  expect(refusalWords(refused(500, 'Something went wrong.'), 'General.')).toBe('General.')
  expect(refusalWords(new RequestError(null, {}), 'General.')).toBe('General.')
})
