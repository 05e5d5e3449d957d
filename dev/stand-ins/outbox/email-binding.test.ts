import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { expect, onTestFinished, test } from 'vitest'
import { startOutbox } from './start-outbox.ts'

const sender = `export default {
  async fetch(request, env) {
    try { return Response.json(await env.EMAIL.send(await request.json())) }
    catch (error) { return new Response(error.message, { status: 500 }) }
  }
}`

/** A Worker in workerd whose EMAIL is bound to the entrypoint, as wrangler binds it in development. */
async function start() {
  const outbox = await startOutbox({ port: 0 })
  onTestFinished(() => outbox.close())
  const binding = stripTypeScriptTypes(readFileSync(new URL('./email-binding.ts', import.meta.url), 'utf8'))
  const common = { compatibilityDate: '2026-01-01', modules: true }
  const email = { EMAIL: { name: 'outbox', entrypoint: 'Outbox' } }
  const workers = [
    { ...common, name: 'app', script: sender, serviceBindings: email },
    { ...common, name: 'outbox', script: binding, bindings: { OUTBOX_URL: outbox.origin } },
  ]
  const miniflare = new Miniflare(convertV4MiniflareOptions({ workers }))
  onTestFinished(() => miniflare.dispose())
  const send = async (mail: unknown) => {
    const answer = await miniflare.dispatchFetch('http://app.test', { method: 'POST', body: JSON.stringify(mail) })
    return { status: answer.status, text: await answer.text() }
  }
  return { outbox, send }
}

test('env.EMAIL.send reaches the outbox, and a refusal reaches the Worker', async () => {
  const { outbox, send } = await start()
  const mail = { to: 'free@demo.test', from: 'hello@switchyard.test', subject: 'Hello', html: '<p>Hi</p>', text: 'Hi' }
  const sent = await send(mail)
  expect(outbox.mails()).toMatchObject([mail])
  expect(JSON.parse(sent.text)).toEqual({ messageId: outbox.mails()[0]?.id })
  expect(await send({ ...mail, to: 'nobody' })).toMatchObject({ status: 500, text: expect.stringContaining('422') })
})
