import { createHmac } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '../../stand-in/listen.ts'
import { startServices } from '../start-services.ts'
import { eventually } from '../../../worker/testing/eventually.ts'

/** A subscriber that answers verifications as `agrees` says, and the hub. */
async function start(agrees = true) {
  const services = await startServices({ port: 0 })
  const pushed: { body: string; signature: string | null }[] = []
  const verified: string[] = []
  const subscriber = await listen(0, () => async (request) => {
    const challenge = new URL(request.url).searchParams.get('hub.challenge')
    if (challenge !== null) {
      verified.push(new URL(request.url).searchParams.get('hub.mode') ?? '')
      return new Response(agrees ? challenge : 'No')
    }
    pushed.push({ body: await request.text(), signature: request.headers.get('x-hub-signature') })
    return new Response(null, { status: 204 })
  })
  onTestFinished(async () => void (await Promise.all([services.close(), subscriber.close()])))
  const topic = `${services.origin}/feeds/alerts.xml`
  const ask = (mode: string) => {
    const form = { 'hub.mode': mode, 'hub.callback': `${subscriber.origin}/cb`, 'hub.topic': topic, 'hub.secret': 'k' }
    return fetch(`${services.origin}/hub`, { method: 'POST', body: new URLSearchParams(form) })
  }
  return { services, pushed, verified, topic, ask }
}

// §D47-19
test('the hub pushes what a feed publishes, signed', async () => {
  const { services, pushed, verified, topic, ask } = await start()
  expect((await fetch(topic)).headers.get('link')).toBe(`<${services.origin}/hub>; rel="hub", <${topic}>; rel="self"`)
  expect((await ask('subscribe')).status).toBe(202)
  await eventually(() => expect(verified).toEqual(['subscribe']))
  await services.control.happen('feeds', 'alerts', { title: 'High water' })
  const [push] = pushed
  expect(push?.body).toContain('<title>High water</title>')
  expect(push?.signature).toBe(
    `sha256=${createHmac('sha256', 'k')
      .update(push?.body ?? '')
      .digest('hex')}`,
  )
})

test('the hub pushes only to subscribers that agreed and stayed', async () => {
  const refusing = await start(false)
  await refusing.ask('subscribe')
  await eventually(() => expect(refusing.verified).toEqual(['subscribe']))
  await refusing.services.control.happen('feeds', 'alerts', { title: 'High water' })
  const leaving = await start()
  for (const mode of ['subscribe', 'unsubscribe']) {
    await leaving.ask(mode)
    await eventually(() => expect(leaving.verified.at(-1)).toBe(mode))
  }
  await leaving.services.control.happen('feeds', 'alerts', { title: 'High water' })
  expect([refusing.pushed, leaving.pushed]).toEqual([[], []])
})
