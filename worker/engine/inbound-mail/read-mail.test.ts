import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { startCpuClock } from '../../testing/cpu-clock.ts'
import { readMail } from './read-mail.ts'

const KEY = 'abcdefghijklmnopqrstuvwxyz'
const NOW = Date.UTC(2026, 2, 1, 12)
const read = (source: string | Uint8Array) =>
  readMail(
    typeof source === 'string' ? new TextEncoder().encode(source.replaceAll(/\r?\n/g, '\r\n')) : source,
    KEY,
    NOW,
  )

const MULTIPART = `From: =?utf-8?q?Zo=C3=AB?= <zoe@example.com>
To: Team: a@example.com, B <b@example.com>;, ${KEY.toUpperCase()}@in.example.com
Subject: =?utf-8?b?4oKsIDEw?=
 and more
Message-ID: <x@example.com>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=outer

--outer
Content-Type: multipart/alternative; boundary=inner

--inner
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

Caf=E9
--inner
Content-Type: text/html; charset=utf-8

<p>Café</p>
--inner--
--outer
Content-Type: application/pdf
Content-Disposition: attachment; filename="plan.pdf"
Content-Transfer-Encoding: base64

JVBERg==
--outer
Content-Type: image/png
Content-Disposition: inline
Content-ID: <logo>

x
--outer--
`

test('all parts of a mail become ingredients', async () => {
  const { message_id, ingredients } = await read(MULTIPART)
  expect(message_id).toBe('<x@example.com>')
  expect(ingredients).toEqual({
    From: 'zoe@example.com',
    FromName: 'Zoë',
    To: 'a@example.com, b@example.com, ••••@in.example.com',
    Subject: '€ 10 and more',
    BodyPlain: expect.stringContaining('Café'),
    BodyHtml: expect.stringContaining('<p>Café</p>'),
    ReceivedAt: '2026-03-01T12:00:00.000Z',
    AttachmentNames: 'plan.pdf',
  })
})

test('a mail with HTML alone has its words as text', async () => {
  const html = '<style>p { x }</style><p>One &amp; two</p><p>&lt;three&gt;</p><script>x()</script>'
  const { ingredients } = await read(`From: a@example.com\nContent-Type: text/html\n\n${html}\n`)
  expect(ingredients).toMatchObject({ BodyPlain: 'One & two\n<three>', FromName: 'a@example.com' })
})

test('an empty mail has empty ingredients', async () => {
  const { message_id, ingredients } = await read('')
  expect(message_id).toBeNull()
  expect(ingredients).toMatchObject({ From: '', FromName: '', To: '', Subject: '', BodyPlain: '', AttachmentNames: '' })
})

test('long bodies and lines are cut', async () => {
  const { ingredients } = await read(`Subject: ${'s'.repeat(5000)}\n\n${'x'.repeat(200_000)}`)
  expect([String(ingredients['Subject']).length, String(ingredients['BodyPlain']).length]).toEqual([1000, 32_000])
})

test('any bytes are read or refused, and never carry the key', async () => {
  const line = fc.constantFrom(
    'Content-Type: multipart/mixed; boundary=b',
    '--b',
    '--b--',
    'Content-Transfer-Encoding: base64',
    `To: <${KEY}@in.example.com>`,
    'Subject: =?utf-8?b?!!!?=',
    '',
  )
  const mail = fc.array(fc.oneof(line, fc.string()), { maxLength: 30 }).map((lines) => lines.join('\n'))
  await fc.assert(
    fc.asyncProperty(fc.oneof(mail, fc.uint8Array({ maxLength: 500 })), async (source) => {
      const result = await read(source).catch((error: unknown) => error)
      if (result instanceof Error) return
      expect(JSON.stringify(result).toLowerCase()).not.toContain(`${KEY}@`)
    }),
    { numRuns: 300 },
  )
})

test('a mail nested beyond reason is refused', async () => {
  const nested = Array.from(
    { length: 100 },
    (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\n\n--b${n}\n`,
  ).join('')
  await expect(read(nested)).rejects.toThrow()
})

test.each(['<', '<style ', '<br ', '<!--', '</p', '&'])('a mail of many %j takes little time', async (piece) => {
  const html = `${piece.repeat(500_000 / piece.length)}<b>`
  const worked = startCpuClock()
  await readMail(new TextEncoder().encode(`Content-Type: text/html\r\n\r\n${html}`), KEY, NOW)
  expect(worked()).toBeLessThan(2000)
})
