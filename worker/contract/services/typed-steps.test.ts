import { expect, test } from 'vitest'
import { readTypedSteps } from './typed-steps.ts'

test('a line is a step, with its fields and their examples', () => {
  const text = 'runs_low: shelf=spices, below=3\n\n delivery_arrived \r\nnew_item: url=https://a.test?a=b,box'
  expect(readTypedSteps(text)).toEqual({
    runs_low: { shelf: 'spices', below: '3' },
    delivery_arrived: {},
    new_item: { url: 'https://a.test?a=b', box: '' },
  })
  expect(readTypedSteps(' ')).toEqual({})
})

test.each(['Runs low', 'runs_low: =3', '/triggers/runs_low', 'runs_low: Shelf=1'])('refuses “%s” as a step', (text) => {
  expect(readTypedSteps(text)).toBeNull()
})
