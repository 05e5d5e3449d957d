import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { safeParse } from 'zod/v4/core'
import { validInputs } from './valid-input.ts'

const schema = z.strictObject({
  account: z.string().check(z.maxLength(64)),
  applet_id: z.optional(z.int().check(z.positive())),
  press: z.string().check(z.regex(/^[a-f]{8,64}$/)),
  answer: z.nullable(z.enum(['do', 'drop'])),
  place: z.union([z.literal('home'), z.array(z.boolean()).check(z.minLength(2))]),
})

test('the schema takes all that is made', () => {
  const made = validInputs(schema, [], 50)
  expect(made).toHaveLength(50)
  expect(made.filter((value) => !safeParse(schema, value).success)).toEqual([])
})

test('known ids stand where the schema takes them', () => {
  const made = JSON.stringify(validInputs(schema, ['con_victim', 4242], 50))
  expect(made).toContain('"account":"con_victim"')
  expect(made).toContain('"applet_id":4242')
  expect(made).not.toContain('"press":"con_victim"')
})

test('a refinement of the whole holds', () => {
  const either = z
    .strictObject({ key: z.optional(z.string()), values: z.optional(z.string()) })
    .check(z.refine(({ key, values }) => (key === undefined) !== (values === undefined)))
  for (const value of validInputs(either, [], 10)) expect(Object.keys(Object(value))).toHaveLength(1)
})

test('says so where nothing fits', () => {
  const never = z.string().check(z.refine(() => false))
  expect(() => validInputs(never, [], 1)).toThrow('the schema takes 0')
})
