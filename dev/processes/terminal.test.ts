import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { confirm, terminalAt } from './terminal.ts'

/** A terminal at which somebody types a line. */
function terminal() {
  const input = new PassThrough()
  const output = new PassThrough()
  const shown: string[] = []
  output.on('data', (chunk: Buffer) => shown.push(chunk.toString()))
  const type = (line: string) => setImmediate(() => input.write(`${line}\r`))
  return { operator: terminalAt(input, output), type, shown: () => shown.join('') }
}

test('shows nothing of a secret that is typed', async () => {
  const { operator, type, shown } = terminal()
  type('sk_test_1')
  expect(await operator.ask('STRIPE_SECRET_KEY: ', { hidden: true })).toBe('sk_test_1')
  expect(shown()).toBe('STRIPE_SECRET_KEY: \n')
})

test.each([
  ['y', true],
  ['yes', true],
  ['', false],
  ['no', false],
])('takes %j for %s', async (line, agreed) => {
  const { operator, type } = terminal()
  type(line)
  expect(await confirm(operator, 'Go on?')).toBe(agreed)
})
