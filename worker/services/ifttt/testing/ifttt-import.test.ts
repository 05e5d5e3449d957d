import { expect, test } from 'vitest'
import { createLarder } from '../../../../dev/stand-ins/doubles/ifttt-service/larder.ts'
import { LARDER_SERVICE_KEY } from '../../../../dev/stand-ins/doubles/ifttt-service/larder-api.ts'
import { operator_log } from '../../../db/schema/operator.ts'
import { service_files } from '../../../db/schema/service-files.ts'
import { queuePolls } from '../../../engine/hooks/poll-now.ts'
import { resealPortion } from '../../../operations/reseal/reseal-rows.ts'
import { aUser } from '../../../testing/rows.ts'
import { testCtx } from '../../../testing/test-ctx.ts'
import { appAt } from '../../app-identity.ts'
import { findService, loadServices } from '../../known-services.ts'
import { probeIftttService } from '../../operator/probe-ifttt-service.ts'
import { saveServiceFile } from '../../operator/save-service-file.ts'
import { fetchLarder } from './larder.fixture.ts'

const GIVEN = { api_url: 'https://larder.example', service_key: LARDER_SERVICE_KEY }
const RESEAL = { kind: 'reseal', id: 'job_1', table: 'service_files', after: 0, sealed: 0 } as const

async function anOperator() {
  const larder = createLarder({ now: () => Date.now() })
  const base = await testCtx({
    settings: { OPERATORS: ['usr_operator'] },
    fetch: (input, init) => fetchLarder(larder, new Request(input, init)),
  })
  const ctx = await base.as(await aUser(base.db, { id: 'usr_operator' }))
  return { base, ctx, larder }
}

/** The draft, with a name in every gap. */
async function named(ctx: Awaited<ReturnType<typeof anOperator>>['ctx'], id: string) {
  const { file } = await probeIftttService(ctx, GIVEN)
  return JSON.stringify({ ...JSON.parse(file.replaceAll('""', '"Named"')), id })
}

test('an operator imports a service from its address and key', async () => {
  const { ctx } = await anOperator()
  const { gaps, problems } = await probeIftttService(ctx, GIVEN)
  expect(gaps).toEqual(expect.arrayContaining(['id', 'name', 'triggers.0.name']))
  expect(problems).toEqual([])
  const file = await named(ctx, 'imported')
  await saveServiceFile(ctx, { file, service_key: LARDER_SERVICE_KEY })
  await loadServices(ctx, ['imported'])
  expect(Object.keys(findService('imported')?.triggers ?? {})).toEqual(['runs_low', 'delivery_arrived'])
  expect(await appAt(ctx, 'imported').serviceKey()).toBe(LARDER_SERVICE_KEY)
})

test('the service key is sealed, and in no file and no log', async () => {
  const { ctx } = await anOperator()
  await saveServiceFile(ctx, { file: await named(ctx, 'sealed'), service_key: LARDER_SERVICE_KEY })
  const rows = JSON.stringify([await ctx.db.select().from(service_files), await ctx.db.select().from(operator_log)])
  expect(rows).not.toContain(LARDER_SERVICE_KEY)
  expect(rows).not.toContain('"accessToken"')
})

test('a first file needs the key, and a change keeps it', async () => {
  const { ctx } = await anOperator()
  const file = await named(ctx, 'changed')
  await expect(saveServiceFile(ctx, { file })).rejects.toMatchObject({
    detail: { errors: [{ attribute: 'service_key' }] },
  })
  await saveServiceFile(ctx, { file, service_key: LARDER_SERVICE_KEY })
  const [before] = await ctx.db.select().from(service_files)
  expect(await saveServiceFile(ctx, { file })).toMatchObject({ version: 2 })
  const [after] = await ctx.db.select().from(service_files)
  expect(after?.service_key).toBe(before?.service_key)
})

test('the key is sealed again after a rotation', async () => {
  const { ctx } = await anOperator()
  await saveServiceFile(ctx, { file: await named(ctx, 'rotated'), service_key: LARDER_SERVICE_KEY })
  const TOKEN_KEYS = `newer:${btoa('n'.repeat(32))},${ctx.settings.TOKEN_KEYS}`
  const rotated = { ...ctx, settings: { ...ctx.settings, TOKEN_KEYS } }
  await resealPortion(rotated, RESEAL)
  const [row] = await ctx.db.select().from(service_files)
  expect(row?.service_key).toMatch(/^newer\./)
})

test('hints of an added service are known by its key', async () => {
  const { ctx } = await anOperator()
  await saveServiceFile(ctx, { file: await named(ctx, 'hinting'), service_key: LARDER_SERVICE_KEY })
  await expect(queuePolls(ctx, [LARDER_SERVICE_KEY], { data: [] })).resolves.toBeUndefined()
  await expect(queuePolls(ctx, ['another key'], { data: [] })).rejects.toMatchObject({ code: 'bad_service_key' })
})

test('nobody but operators asks a service for its import', async () => {
  const { base, larder } = await anOperator()
  const other = await base.as(await aUser(base.db))
  await expect(probeIftttService(base, GIVEN)).rejects.toMatchObject({ code: 'not_signed_in' })
  await expect(probeIftttService(other, GIVEN)).rejects.toMatchObject({ code: 'not_found' })
  expect(larder.state.calls).toEqual([])
})
