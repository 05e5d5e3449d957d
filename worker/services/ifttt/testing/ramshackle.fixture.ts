import { vi } from 'vitest'
import {
  createRamshackle,
  RAMSHACKLE_SERVICE_KEY,
  type Misbehavior,
} from '../../../../dev/stand-ins/doubles/ifttt-service/ramshackle.ts'
import { aUser } from '../../../testing/rows.ts'
import { testCtx } from '../../../testing/test-ctx.ts'
import { addIftttService } from './add-service.fixture.ts'
import { ramshackleManifest } from './ramshackle-manifest.ts'

/** A user, and the misbehaving service behind the network, which is in the catalog. */
export async function aRamshackleFixture(how: Misbehavior) {
  const ramshackle = createRamshackle(() => Date.now())
  ramshackle.misbehaves.add(how)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    return new URL(request.url).host === 'ramshackle.example' ? ramshackle.app.fetch(request) : Response.error()
  })
  const base = await testCtx()
  await addIftttService(base, ramshackleManifest, RAMSHACKLE_SERVICE_KEY)
  const user = await aUser(base.db)
  return { ramshackle, user, ctx: await base.as(user) }
}
