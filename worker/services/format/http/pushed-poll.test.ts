import { expect, test } from 'vitest'
import type { StepIo } from '../../../engine/steps/service-steps.ts'
import { stepIo } from '../step-io.fixture.ts'
import { httpPoll } from './http-poll.ts'
import { pushedPoll } from './pushed-poll.ts'

const BASE = 'https://api.acme.example'
const ACME = { id: 'acme', name: 'Acme', hosts: ['api.acme.example'] }
const HOOK = { address: 'https://site.test/hooks/k1', secret: 's3cret' }
const BOX = { slug: 'box', label: 'Box', type: 'text' as const }
const TITLE = { slug: 'Title', name: 'Title', type: 'text' as const, from: '$.title', example: 'A' }
const PUSH = {
  follow: { post: '/boxes/{{fields.box}}/hooks', json: { url: '{{hook.address}}', token: '{{hook.secret}}' } },
  id: '$.id',
  leave: { delete: '/boxes/{{fields.box}}/hooks/{{followed}}' },
  proof: { header: 'X-Acme-Token' },
}
const TRIGGER = { request: { get: '/items' }, items: '$', id: '$.id', ingredients: [TITLE], fields: [BOX], push: PUSH }
const trigger = pushedPoll(ACME, TRIGGER, httpPoll(ACME, TRIGGER))
const CALL = { fields: { box: '7' }, applet_id: 1, page: null, etag: null, last_modified: null, identity: 'i' }

/** Polls with these answers; gives the mark that the poll leaves, and what was asked. */
async function poll(answers: readonly unknown[], mark: string | null, more: Partial<StepIo> = {}) {
  const { io, asked } = stepIo(answers, { base_url: BASE, hook: async () => HOOK, ...more })
  const outcome = await trigger.poll({ ...CALL, etag: mark, mark }, io)
  const paths = asked.map(({ address, init }) => `${init.method} ${address.slice(BASE.length)}`)
  return { outcome, asked, paths, mark: outcome.ok ? outcome.value.etag : null }
}

const made = () => Response.json({ id: 31 }, { status: 201 })
const list = () => Response.json([], { headers: { etag: '"1"' } })

test('the first poll gives the service an address, later ones do not', async () => {
  const first = await poll([list(), made()], null)
  expect(first.paths).toEqual(['GET /items', 'POST /boxes/7/hooks'])
  expect(first.asked[1]?.init.body).toBe(JSON.stringify({ url: HOOK.address, token: HOOK.secret }))
  const second = await poll([list()], first.mark)
  expect(second.paths).toEqual(['GET /items'])
  expect(second.asked[0]?.init.headers).toMatchObject({ 'if-none-match': '"1"' })
  expect(second.mark).toBe(first.mark)
})

test('a service that takes no address is not asked again', async () => {
  const { mark, outcome } = await poll([list(), new Response('{}', { status: 403 })], null)
  expect(outcome.ok).toBe(true)
  expect((await poll([list()], mark)).paths).toEqual(['GET /items'])
})

test('a service that was away is asked at the next poll', async () => {
  const { mark, outcome } = await poll([list(), new Response('{}', { status: 503 })], null)
  expect(outcome.ok).toBe(true)
  expect((await poll([list(), made()], mark)).paths).toEqual(['GET /items', 'POST /boxes/7/hooks'])
})

test('a list that cannot be read makes no address at the service', async () => {
  const { outcome, paths } = await poll([new Response('{}', { status: 500 })], null)
  expect(outcome.ok).toBe(false)
  expect(paths).toEqual(['GET /items'])
})

test('nothing is asked for where no request can come', async () => {
  const { io, asked } = stepIo([list()], { base_url: BASE })
  await trigger.poll({ ...CALL, mark: null }, io)
  expect(asked).toHaveLength(1)
})

test('a list that is asked for as a whole keeps its address', async () => {
  const { mark } = await poll([list(), made()], null)
  const { io, asked } = stepIo([list()], { base_url: BASE, hook: async () => HOOK })
  const outcome = await trigger.poll({ ...CALL, etag: null, mark }, io)
  expect(asked.map(({ init }) => init.headers)).toEqual([expect.not.objectContaining({ 'if-none-match': '"1"' })])
  expect(outcome).toMatchObject({ ok: true, value: { etag: mark } })
})

test('leaving takes the address back, if the service has it', async () => {
  const { mark } = await poll([list(), made()], null)
  const leave = async (left: string | null) => {
    const { io, asked } = stepIo([new Response(null, { status: 204 })], { base_url: BASE })
    await trigger.leave({ identity: 'i', fields: { box: '7' }, mark: left, is_last: true }, io)
    return asked.map(({ address, init }) => `${init.method} ${address.slice(BASE.length)}`)
  }
  expect(await leave(mark)).toEqual(['DELETE /boxes/7/hooks/31'])
  expect(await leave(null)).toEqual([])
})
