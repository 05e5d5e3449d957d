import { expect, test } from 'vitest'
import { storedFieldsOptions } from '../../connections/access/stored-fields-options.ts'
import { searchAddress } from '../../contract/connections/options-address.ts'
import type { Ctx } from '../../system/context/context.ts'
import { step_fields } from '../../db/schema/connections.ts'
import { productWithDoubles } from '../../../dev/stand-ins/doubles/testing/signed-in.fixture.ts'

/** Two users who type places; `asked`: what the search of places was asked. */
async function twoUsers() {
  const { services, ctx, asAnother, settled } = await productWithDoubles()
  const fields = await ctx.db.select().from(step_fields)
  const url = fields.find(({ slug, options_url }) => slug === 'location' && options_url !== null)?.options_url ?? ''
  const type = async (as: Ctx, text: string) => {
    const found = await storedFieldsOptions(as, { resolve_url: searchAddress(url, 'location', text) ?? '' })
    await settled()
    return found.map(({ label }) => label)
  }
  const asked = () => services.control.asked('weather').map(({ query }) => query['q'])
  return { ctx, other: asAnother().ctx, type, asked, services }
}

test('the search of places is asked for a text once for all', async () => {
  const { ctx, other, type, asked } = await twoUsers()
  expect(await type(ctx, 'Faro')).toEqual(['Faro, Portugal'])
  expect(await type(other, 'Faro')).toEqual(['Faro, Portugal'])
  expect(await type(other, 'Hobart')).toEqual(['Hobart, Australia'])
  expect(asked()).toEqual(['Faro', 'Hobart'])
})

test('a search of places that fails is asked again', async () => {
  const { ctx, type, services } = await twoUsers()
  services.control.addFault('weather', { kind: 'status', status: 503, seconds: 60 })
  await expect(type(ctx, 'Faro')).rejects.toMatchObject({ code: 'service_unreachable' })
  services.control.clearFaults()
  expect(await type(ctx, 'Faro')).toEqual(['Faro, Portugal'])
})

test('places are found without the cache too', async () => {
  const { ctx, type } = await twoUsers()
  const away = () => Promise.reject(new Error('KV is down.'))
  const kv = { ...ctx.kv, get: away, put: away } as never
  expect(await type({ ...ctx, kv }, 'Faro')).toEqual(['Faro, Portugal'])
})
