import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stepIo } from '../format/step-io.fixture.ts'
import { guardedOutcome } from '../../system/outbound/guarded-outcome.ts'
import { startCpuClock } from '../../testing/cpu-clock.ts'
import { feedSource } from './feed-source.ts'
import { fetchFeed } from './fetch-feed.ts'
import { validateFeed } from './validate-feed.ts'
import { isWebPage } from './find-feed-link.ts'
import { readFeed } from './read-feed.ts'
import { readXml } from './read-xml.ts'

const NOW = Date.UTC(2026, 2, 1, 12)
const ADDRESS = 'https://news.example/feed.xml'
const nothingKnown = { etag: null, last_modified: null }
const rss = (items: string, more = '') =>
  `<?xml version="1.0"?><rss version="2.0"><channel><title>News</title><link>https://news.example/</link>${more}${items}</channel></rss>`
const itemsOf = (xml: string) => readFeed(xml, ADDRESS, NOW)?.items ?? []

describe('a feed', () => {
  test('is read as RSS 2.0', () => {
    const item = `<item><title><![CDATA[Bread & <b>butter</b>]]></title><link> /1 </link><guid isPermaLink="false">N1</guid>
      <description>short</description><content:encoded><![CDATA[<p>Long</p><img src="/a.jpg">]]></content:encoded>
      <dc:creator>Mary</dc:creator><pubDate>Sun, 01 Mar 2026 08:00:00 +0100</pubDate></item>`
    expect(itemsOf(rss(item))).toEqual([
      {
        id: 'N1',
        same: 'https://news.example/1 Bread & <b>butter</b>',
        at: Date.UTC(2026, 2, 1, 7),
        ingredients: {
          EntryTitle: 'Bread & <b>butter</b>',
          EntryUrl: 'https://news.example/1',
          EntryContent: '<p>Long</p><img src="/a.jpg">',
          EntryAuthor: 'Mary',
          EntryImageUrl: 'https://news.example/a.jpg',
          EntryPublished: '2026-03-01T07:00:00.000Z',
          FeedTitle: 'News',
          FeedUrl: 'https://news.example/',
        },
      },
    ])
  })

  test('is read as Atom', () => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title type="text">News</title><link rel="self" href="${ADDRESS}"/>
      <link href="https://news.example/"/><entry><id>urn:1</id><title>One</title><link rel="edit" href="/edit"/>
      <link rel="alternate" href="1"/><author><name>Mary</name></author><updated>2026-03-01T08:00:00Z</updated>
      <content type="xhtml"><div>Some <b>bold</b> text</div></content></entry></feed>`
    expect(itemsOf(atom)[0]).toMatchObject({
      id: 'urn:1',
      ingredients: {
        EntryUrl: 'https://news.example/1',
        EntryAuthor: 'Mary',
        EntryContent: 'Some bold text',
        FeedUrl: 'https://news.example/',
      },
    })
  })

  test.each([
    ['', null],
    ['<ttl>30</ttl>', 1_800_000],
    ['<ttl>soon</ttl>', null],
    ['<skipHours><hour>12</hour><hour>13</hour></skipHours>', 7_200_000],
    ['<skipHours><hour>3</hour></skipHours>', null],
  ])('says how long not to ask again: %s', (more, wait) => {
    expect(readFeed(rss('', more), ADDRESS, NOW)?.fresh_for).toBe(wait)
  })

  test.each(['', 'hello', '{"items": []}', '<html><body>Hi</body></html>', '<rss></rss>', '<rss><item/></rss>'])(
    'is not read from %j',
    (text) => expect(readFeed(text, ADDRESS, NOW)).toBeNull(),
  )
})

describe('XML', () => {
  test('expands no entities and refuses what is nested too deep', () => {
    const bomb = '<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;">]><a>&c; &amp;amp; &#x41;&#66;&copy;</a>'
    expect(readXml(bomb)?.text).toBe('&c; &amp; AB&copy;')
    expect(readXml('<a>'.repeat(101))).toBeNull()
    expect(readXml('<r>' + '<a/>'.repeat(60_001))).toBeNull()
  })

  test('is read leniently', () => {
    expect(readXml('<a x=\'1\' y="2>3"><b>one<c>two</b>three</a>')).toMatchObject({
      name: 'a',
      attributes: { x: '1', y: '2>3' },
      text: 'onetwothree',
    })
    expect(readXml('<a><!-- <b> --><?php echo 1 ?>x<![CDATA[<&]]></a></z>')?.text).toBe('x<&')
  })

  test('never throws', () => {
    const piece = fc.constantFrom(
      '<',
      '>',
      '</',
      'a',
      '"',
      "'",
      '=',
      '<![CDATA[',
      ']]>',
      '<!--',
      '&#x110000;',
      '&#0;',
      '/',
      ' ',
    )
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 30 }),
        (pieces) => void readFeed(`<rss>${pieces.join('')}`, ADDRESS, NOW),
      ),
    )
  })

  test.each(['<', '<!>', '<a', '<a ', '<a b="', '<!--', '<![CDATA[', '<!', '&', '<a></b>', '<a x='])(
    'takes little time for many %j',
    (piece) => {
      const worked = startCpuClock()
      readXml(piece.repeat(300_000 / piece.length))
      readXml(`<a ${piece.repeat(300_000 / piece.length)}`)
      readXml(`<a ${'b'.repeat(300_000)} ${' '.repeat(300_000)}>`)
      expect(worked()).toBeLessThan(1000)
    },
  )
})

describe('a feed that is to be saved', () => {
  test.each([
    ['a feed', new Response(rss('<item><guid>1</guid></item>')), {}],
    ['a page', new Response('<!doctype html><p>Hi'), { feed_url: expect.stringContaining('names no feed') }],
    ['not found', new Response('', { status: 404 }), { feed_url: 'news.example refused this. Its answer was 404.' }],
    [
      'a server in trouble',
      new Response('', { status: 503 }),
      { feed_url: { unsure: expect.stringContaining('news.example has trouble.') } },
    ],
  ])('is tried: %s', async (_, answer, said) => {
    const { io, asked } = stepIo([answer])
    expect(await validateFeed({ feed_url: ' feed://news.example/feed.xml' }, io)).toEqual(said)
    expect(asked).toMatchObject([{ address: ADDRESS, init: { timeout: 5000 } }])
  })
})

describe('fetching a feed', () => {
  test.each(['<!---->', '<!-- -->\n', '<!--', ' ', '<?xml ?>'])('looks at many %j only once', (piece) => {
    const worked = startCpuClock()
    isWebPage(`${piece.repeat(60)}x`)
    expect(isWebPage(`${piece.repeat(5)}<html>`)).toBe(piece !== '<!--')
    expect(worked()).toBeLessThan(1000)
  })

  test('sends what is known and asks for at most 2 MB', async () => {
    const { io, asked } = stepIo([new Response(null, { status: 304, headers: { 'cache-control': 'max-age=600' } })])
    const last_modified = 'Tue, 10 Mar 2026 12:00:00 GMT'
    expect(await fetchFeed(ADDRESS, { etag: '"1"', last_modified }, io)).toMatchObject({
      ok: true,
      value: { feed: null, fresh_for: 600_000 },
    })
    expect(asked[0]?.init).toMatchObject({
      headers: { 'if-none-match': '"1"', 'if-modified-since': last_modified },
      max_bytes: 2_097_152,
      redirects: 'get',
      plain_http: true,
      timeout: 20_000,
    })
  })

  test.each([
    [
      'a page',
      new Response('<!doctype html><p>Hi'),
      'protocol',
      'news.example answered with a web page that names no feed.',
    ],
    ['nonsense', new Response('hello'), 'protocol', 'news.example sent something that we cannot read as a feed.'],
    ['gone', new Response('', { status: 410 }), 'gone', 'news.example says that this address is gone for good.'],
    ['not found', new Response('', { status: 404 }), 'status', 'news.example refused this. Its answer was 404.'],
  ])('says in words what it found: %s', async (_, answer, failure, message) => {
    const { io } = stepIo([answer])
    expect(await fetchFeed(ADDRESS, nothingKnown, io)).toMatchObject({ ok: false, problem: { failure, message } })
  })

  test('finds the feed that a web page names', async () => {
    const page = `<!doctype html><head><link rel="stylesheet" href="/a.css"><link title=News type='application/rss+xml' rel='alternate home' href='/feed?a=1&amp;b=2'></head>`
    const { io, asked } = stepIo([new Response(page), new Response(rss('<item><guid>1</guid></item>'))])
    expect(await fetchFeed('https://news.example/blog', nothingKnown, io)).toMatchObject({
      ok: true,
      value: { address: 'https://news.example/feed?a=1&b=2', feed: { items: [{ id: '1' }] } },
    })
    expect(asked.map(({ address }) => address)).toEqual([
      'https://news.example/blog',
      'https://news.example/feed?a=1&b=2',
    ])
  })

  test('looks at the page again when its feed has moved', async () => {
    const page = '<html><link rel="alternate" type="application/atom+xml" href="/new.xml">'
    const gone = new Response('', { status: 404 })
    const { io } = stepIo([gone, new Response(page), new Response(rss('<item><guid>2</guid></item>'))])
    const call = {
      fields: { feed_url: 'https://news.example/' },
      state: 'https://news.example/old.xml',
      ...nothingKnown,
    }
    expect(await feedSource.read(call, { ...io, operator_key: null })).toMatchObject({
      ok: true,
      value: { state: 'https://news.example/new.xml', items: [{ id: '2' }] },
    })
  })

  test.each([
    [
      'a zip',
      () => new Response(new Uint8Array([80, 75, 3, 4, ...Array.from({ length: 99 }, (_, n) => n % 20)])),
      'news.example sent a file that is not a feed.',
    ],
    [
      '20 MB',
      () => new Response('x', { headers: { 'content-length': '20000000' } }),
      'news.example sent more than we can read.',
    ],
    [
      'a redirect into a private network',
      () => new Response(null, { status: 302, headers: { location: 'https://10.0.0.7/feed' } }),
      'We do not open the address of 10.0.0.7: an address by number.',
    ],
    [
      'a redirect to a private name',
      () => new Response(null, { status: 301, headers: { location: 'https://printer.local/' } }),
      'We do not open the address of printer.local: a private name.',
    ],
    [
      'broken XML',
      () => new Response('<?xml version="1.0"?><<>><rss'),
      'news.example sent something that we cannot read as a feed.',
    ],
  ])('says in words that it got %s', async (_, answer, message) => {
    const settings = {
      SITE_ORIGIN: 'https://site.example',
      SUPPORT_URL: 'https://site.example/help',
      TRUSTED_ORIGINS: [],
    }
    const { io } = stepIo([], { fetch: guardedOutcome({ settings, fetch: async () => answer() }) })
    expect(await fetchFeed(ADDRESS, nothingKnown, io)).toMatchObject({ ok: false, problem: { message } })
  })
})
