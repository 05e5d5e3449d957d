import { expect, onTestFinished, test } from 'vitest'
import { beginAttempt } from '../services/relying-party.ts'
import { startServices } from '../services/start-services.ts'

async function start() {
  const services = await startServices({ port: 0 })
  onTestFinished(() => services.close())
  const parley = services.catalog.find((each) => each.module_name === 'parley')
  if (!parley) throw new Error('no parley')
  return { ...services, parley }
}

test('the consent page shows client, scopes, accounts and two buttons', async () => {
  const { parley } = await start()
  const { address } = await beginAttempt(parley, { scope: 'channels:read' })
  const answer = await fetch(address)
  const text = await answer.text()
  expect(answer.headers.get('x-frame-options')).toBe('DENY')
  expect(answer.headers.get('referrer-policy'), 'no-referrer makes a browser post with Origin null').toBe('same-origin')
  expect(text).toContain('Switchyard wants to use your Parley account')
  expect(text).toContain('See the channels you are in and their messages')
  expect(text).not.toContain('Send messages in your name')
  expect([...text.matchAll(/<button[^>]*>\s*([^<]*?)\s*<\/button>/g)].map((match) => match[1])).toEqual([
    'Allow',
    'Deny',
  ])
  const radios = [...text.matchAll(/<input[^>]*>/g)].map((match) => match[0])
  expect(radios.map((radio) => /value="([^"]*)"/.exec(radio)?.[1])).toEqual(['parley-ada', 'parley-work'])
  expect(radios.map((radio) => /\schecked/.test(radio))).toEqual([true, false])
})

test('refuses a consent form posted from another site', async () => {
  const { parley, control } = await start()
  const { address } = await beginAttempt(parley)
  const body = new URLSearchParams({ decision: 'allow', account: 'parley-ada' })
  const post = (origin: string) => fetch(address, { method: 'POST', body, redirect: 'manual', headers: { origin } })
  expect((await post('http://localhost:1')).status).toBe(403)
  expect((await post('null')).status).toBe(403)
  expect((await post(address.origin)).status).toBe(303)
  expect(control.grants()).toEqual([])
})

test('refuses an account that the provider does not have', async () => {
  const { parley } = await start()
  const { address } = await beginAttempt(parley)
  const body = new URLSearchParams({ decision: 'allow', account: 'chirp-ada' })
  expect((await fetch(address, { method: 'POST', body, redirect: 'manual' })).status).toBe(400)
})
