import { expect, test } from 'vitest'
import { joinedFields } from './form-fields.ts'

test('joins the values of a field, a line each', () => {
  const sent = 'rev=1&2.days=&2.days=1&2.days=5&3.on=&4.note=a%0D%0Ab&4.note=&__proto__=x'
  expect(Object.entries(joinedFields(sent))).toEqual([
    ['rev', '1'],
    ['2.days', '1\n5'],
    ['3.on', ''],
    ['4.note', 'a\nb'],
    ['__proto__', 'x'],
  ])
})
