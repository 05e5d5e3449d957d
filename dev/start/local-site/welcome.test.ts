import { expect, test } from 'vitest'
import { startStandIns } from './start-stand-ins.ts'
import { welcome } from './welcome.ts'

test('names the reset command of the started port', async () => {
  const standIns = await startStandIns({ services: 0, outbox: 0, stripe: 0, clock: 0 })
  try {
    expect(welcome({ origin: 'http://localhost:8788', standIns })).toContain('; npm run reset deletes the local data.')
    expect(welcome({ origin: 'http://localhost:9300', standIns })).toContain(
      '; PORT=9300 npm run reset deletes the local data.',
    )
  } finally {
    await standIns.close()
  }
})
