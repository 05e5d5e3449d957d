import { expect, test } from 'vitest'
import { saveAppletInput } from './applet-input.ts'

test('a label of a choice has a length and no hidden marks', () => {
  const read = (label: string) => saveAppletInput.safeParse({ labels: { '1.channel=C1': label } })
  expect(read('#gen\u202Eeral\u0007').data?.labels).toEqual({ '1.channel=C1': '#general' })
  expect(read('x'.repeat(200)).success).toBe(true)
  expect(read('x'.repeat(201)).success).toBe(false)
})
