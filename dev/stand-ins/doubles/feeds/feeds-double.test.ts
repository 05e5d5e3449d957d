import { expect, test } from 'vitest'
import { runningServices } from '../../services/running-services.fixture.ts'

async function start(now?: () => number) {
  const services = await runningServices(now && { now })
  return services
}

test.each([
  ['news', 'application/rss+xml', '<rss version="2.0"', '<guid isPermaLink="false">'],
  ['releases', 'application/atom+xml', '<feed xmlns="http://www.w3.org/2005/Atom">', '<id>urn:demo:'],
])('the feed %s lists what is published, newest first', async (name, type, opening, id) => {
  const { origin, control } = await start()
  await control.happen('feeds', name, { title: 'Bread & <butter>' })
  const answer = await fetch(`${origin}/feeds/${name}.xml`)
  const text = await answer.text()
  expect(answer.headers.get('content-type')).toBe(`${type}; charset=utf-8`)
  expect(text).toContain(opening)
  expect(text.split(id)).toHaveLength(3)
  expect(text.match(/<title>.*<\/title>/g)?.[1]).toBe('<title>Bread &amp; &lt;butter&gt;</title>')
})

test('a feed answers 304 until something is published', async () => {
  let now = Date.UTC(2026, 2, 2)
  const { origin, control } = await start(() => now)
  const ask = (headers: Record<string, string>) => fetch(`${origin}/feeds/news.xml`, { headers })
  const first = await ask({})
  const etag = first.headers.get('etag') ?? ''
  const modified = first.headers.get('last-modified') ?? ''
  expect((await ask({ 'if-none-match': etag })).status).toBe(304)
  expect((await ask({ 'if-modified-since': modified })).status).toBe(304)
  now += 60_000
  await control.happen('feeds', 'news')
  expect((await ask({ 'if-none-match': etag })).status).toBe(200)
  expect((await ask({ 'if-modified-since': modified })).status).toBe(200)
})

test("a feed's page links to the feed", async () => {
  const { origin } = await start()
  expect(await (await fetch(`${origin}/feeds/news`)).text()).toContain(
    `<link rel="alternate" type="application/rss+xml" href="${origin}/feeds/news.xml"`,
  )
})
