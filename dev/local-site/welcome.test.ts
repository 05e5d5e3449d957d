import { expect, test } from 'vitest'
import { startStandIns } from './start-stand-ins.ts'
import { welcome } from './welcome.ts'

test('what empties the local data is said for the address that was started, because each has its own', async () => {
  const standIns = await startStandIns({ services: 0, outbox: 0, stripe: 0 })
  try {
    expect(welcome({ origin: 'http://localhost:8788', standIns })).toContain('; npm run reset empties it.')
    expect(welcome({ origin: 'http://localhost:9300', standIns })).toContain('; PORT=9300 npm run reset empties it.')
  } finally {
    await standIns.close()
  }
})
