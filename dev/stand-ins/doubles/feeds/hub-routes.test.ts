import { createHmac } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { listen } from '../../stand-in/listen.ts'
import { startServices } from '../../services/start-services.ts'
import { eventually } from '../../../../worker/testing/eventually.ts'

type Push = { at: string; body: string; signature: string | null }

/** The hub, and subscribers at one address: each but `/refuses` agrees to what it asked. */
async function start() {
  const services = await startServices({ port: 0 })
  const pushed: Push[] = []
  const subscriber = await listen(0, () => async (request) => {
    const { pathname: at, searchParams } = new URL(request.url)
    const challenge = searchParams.get('hub.challenge')
    if (challenge !== null) return new Response(at === '/refuses' ? 'No' : challenge)
    pushed.push({ at, body: await request.text(), signature: request.headers.get('x-hub-signature') })
    return new Response(null, { status: 204 })
  })
  onTestFinished(async () => void (await Promise.all([services.close(), subscriber.close()])))
  const topic = `${services.origin}/feeds/alerts.xml`
  const ask = (mode: string, at: string) => {
    const callback = `${subscriber.origin}${at}`
    const form = { 'hub.mode': mode, 'hub.callback': callback, 'hub.topic': topic, 'hub.secret': 'k' }
    return fetch(`${services.origin}/feeds/hub`, { method: 'POST', body: new URLSearchParams(form) })
  }
  /** Publishes an item. Returns what the hub pushed for it. */
  const publish = async () => {
    pushed.length = 0
    await services.control.happen('feeds', 'alerts', { title: 'High water' })
    return [...pushed]
  }
  /** The hub verifies after its answer: publishes until it pushes to exactly these. Returns the last pushes. */
  const publishUntilPushedTo = (...expected: string[]) =>
    eventually(async () => {
      const pushes = await publish()
      expect(pushes.map(({ at }) => at).toSorted()).toEqual(expected)
      return pushes
    })
  return { services, topic, ask, publishUntilPushedTo }
}

test('the hub pushes what a feed publishes, signed', async () => {
  const { services, topic, ask, publishUntilPushedTo } = await start()
  expect((await fetch(topic)).headers.get('link')).toBe(
    `<${services.origin}/feeds/hub>; rel="hub", <${topic}>; rel="self"`,
  )
  expect((await ask('subscribe', '/reader')).status).toBe(202)
  const [push] = await publishUntilPushedTo('/reader')
  expect(push?.body).toContain('<title>High water</title>')
  expect(push?.signature).toBe(
    `sha256=${createHmac('sha256', 'k')
      .update(push?.body ?? '')
      .digest('hex')}`,
  )
})

test('the hub pushes only to subscribers that agreed and stayed', async () => {
  const { ask, publishUntilPushedTo } = await start()
  await ask('subscribe', '/refuses')
  await ask('subscribe', '/leaves')
  await ask('subscribe', '/stays')
  await publishUntilPushedTo('/leaves', '/stays')
  await ask('unsubscribe', '/leaves')
  await publishUntilPushedTo('/stays')
})
