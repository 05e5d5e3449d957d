/** @module-tag long */
import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { History } from './history.ts'

/** One history alone: SIMULATION_SEED=… with its steps printed. */
const ONE = process.env['SIMULATION_SEED']
/** How many histories: 100 in `npm test`, 10,000 in `npm run test:faults`. */
const COUNT = ONE === undefined ? Number(process.env['SIMULATIONS'] ?? 100) : 1
const FIRST = Number(ONE ?? env['SEED'])
const STEPS = 30

test(`keeps every promise in ${COUNT} histories from seed ${FIRST}`, { timeout: 2_400_000 }, async () => {
  const broken: string[] = []
  for (let each = FIRST; each < FIRST + COUNT && broken.length < 5; each++) {
    const steps: string[] = []
    const history = new History(each, (line) => steps.push(line))
    try {
      await history.play(STEPS)
    } catch (error) {
      const { stack, message } = error instanceof Error ? error : new Error(String(error))
      broken.push(`SIMULATION_SEED=${each}: ${ONE === undefined ? message : [...steps, stack].join('\n')}`)
    }
  }
  expect(broken).toEqual([])
})
