import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startServices } from '../services/start-services.ts'
import { ACME } from './sampled-services.ts'

async function posting(stateFile?: string) {
  const { origin, control, close } = await startServices({ port: 0, ...(stateFile && { stateFile }) })
  onTestFinished(close)
  const add = (file: object) => {
    const body = new URLSearchParams({ file: JSON.stringify(file) })
    return fetch(`${origin}/services`, { method: 'POST', body, redirect: 'manual' })
  }
  return { origin, control, add }
}

test('a service of somebody else answers from its file', async () => {
  const { origin, control, add } = await posting()
  const added = await add({ ...ACME, id: 'parcels', name: 'Parcels', short_name: 'Parcels' })
  expect([added.status, added.headers.get('location')]).toEqual([303, '/parcels'])
  const headers = { 'x-api-key': 'sample-api-key-of-parcels' }
  expect(await (await fetch(`${origin}/parcels/me`, { headers })).json()).toEqual({ id: 'a1', name: 'Mona' })
  expect(await (await fetch(`${origin}/parcels`)).text()).toContain('Make it happen: New parcel')
  expect(control.added()).toEqual({ parcels: `${origin}/parcels` })
})

test('a wrong file is not added, and the answer says why', async () => {
  const { origin, add } = await posting()
  const refused = await add({ ...ACME, color: 'teal' })
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('color: must be like #0b7285')])
  expect((await fetch(`${origin}/parcels/me`)).status).toBe(404)
})

test('an added service is still there after a restart', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stand-ins-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const stateFile = join(folder, 'services.json')
  await (await posting(stateFile)).add({ ...ACME, id: 'parcels', name: 'Parcels', short_name: 'Parcels' })
  const { origin, control } = await posting(stateFile)
  expect(control.added()).toEqual({ parcels: `${origin}/parcels` })
})
