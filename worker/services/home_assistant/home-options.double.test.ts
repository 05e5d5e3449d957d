import { expect, test } from 'vitest'
import { connectKey } from '../../connections/connect-key.ts'
import { storedFieldsOptions } from '../../connections/access/stored-fields-options.ts'
import { step_fields } from '../../db/schema/connections.ts'
import { demoKey } from '../../../dev/seed/open-demo-account.ts'
import { productWithDoubles } from '../../../dev/stand-ins/doubles/testing/signed-in.fixture.ts'

async function atHome() {
  const { services, ctx } = await productWithDoubles()
  const address = `${services.origin}/home_assistant`
  await connectKey(ctx, { module_name: 'home_assistant', values: demoKey('home_assistant', address) })
  const fields = await ctx.db.select().from(step_fields)
  const url = fields.find(
    ({ step_id, slug }) => step_id.startsWith('home_assistant/') && slug === 'entity',
  )?.options_url
  return { services, list: () => storedFieldsOptions(ctx, { resolve_url: url ?? '' }) }
}

test("entities are listed at the user's server, below its path", async () => {
  const { list } = await atHome()
  expect(await list()).toContainEqual({ label: 'Entity 1', value: 'sensor.kitchen', group: 'sensor' })
})

test('a home of a thousand entities is listed', async () => {
  const { services, list } = await atHome()
  const states = Array.from({ length: 1000 }, (_, n) => ({
    entity_id: `sensor.s${n}`,
    attributes: { friendly_name: `Sensor ${n}`, note: 'x'.repeat(600) },
  }))
  const answer = { kind: 'answer', body: JSON.stringify(states), content_type: 'application/json' } as const
  services.control.addFault('home_assistant', { ...answer, seconds: 60 })
  expect(await list()).toHaveLength(1000)
})
