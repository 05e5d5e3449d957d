import { env } from 'cloudflare:test'
import { vi } from 'vitest'
import {
  createRamshackle,
  RAMSHACKLE_SERVICE_KEY,
  type Misbehavior,
} from '../../../../dev/doubles/ifttt-service/ramshackle.ts'
import { aUser } from '../../../testing/rows.ts'
import { testCtx } from '../../../testing/test-ctx.ts'
import { catalogRows } from '../../catalog/catalog-rows.ts'
import { catalogSql } from '../../catalog/catalog-sql.ts'
import { rememberService } from '../../service-registry.ts'
import { iftttService } from '../ifttt-service.ts'
import { ramshackleManifest } from './ramshackle-manifest.ts'

/** A user, and the misbehaving service behind the network, which is in the catalog. */
export async function aRamshackleFixture(how: Misbehavior) {
  const ramshackle = createRamshackle(() => Date.now())
  ramshackle.misbehaves.add(how)
  const definition = iftttService(ramshackleManifest)
  rememberService(definition, RAMSHACKLE_SERVICE_KEY)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    return new URL(request.url).host === 'ramshackle.example' ? ramshackle.app.fetch(request) : Response.error()
  })
  const base = await testCtx()
  for (const statement of catalogSql(catalogRows([definition], {}))) await env.DB.prepare(statement).run()
  const user = await aUser(base.db)
  return { ramshackle, user, ctx: await base.as(user) }
}
