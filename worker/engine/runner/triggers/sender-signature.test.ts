import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { isSigned, type SignedSender } from './sender-signature.ts'

const NOW = Date.UTC(2026, 2, 1, 12)
const SECONDS = `${NOW / 1000}`
const KEY = Buffer.from('a key of thirty-two bytes, or so').toString('base64')

function hex(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}

/** The headers that a sender puts on this body. */
function signedBy(
  sender: SignedSender,
  body: string,
  time = SECONDS,
): { secret: string; headers: Record<string, string> } {
  switch (sender) {
    case 'github':
      return { secret: 's3cret', headers: { 'x-hub-signature-256': `sha256=${hex('s3cret', body)}` } }
    case 'stripe': {
      const mark = hex('whsec_1', `${time}.${body}`)
      return { secret: 'whsec_1', headers: { 'stripe-signature': `t=${time},v1=${'0'.repeat(64)},v1=${mark},v0=x` } }
    }
    case 'slack': {
      const mark = `v0=${hex('slack', `v0:${time}:${body}`)}`
      return { secret: 'slack', headers: { 'x-slack-signature': mark, 'x-slack-request-timestamp': time } }
    }
    case 'standard': {
      const mark = createHmac('sha256', Buffer.from(KEY, 'base64')).update(`msg_1.${time}.${body}`).digest('base64')
      const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': time, 'webhook-signature': `v1,AAAA v1,${mark}` }
      return { secret: `whsec_${KEY}`, headers }
    }
  }
}

const SENDERS: SignedSender[] = ['github', 'stripe', 'slack', 'standard']

test.each(SENDERS)("%s: accepts the sender's own signature alone", async (sender) => {
  const body = '{"a":"ä"}'
  const { secret, headers } = signedBy(sender, body)
  expect(await isSigned({ sender, secret, body, headers }, NOW)).toBe(true)
  expect(await isSigned({ sender, secret, body: `${body} `, headers }, NOW)).toBe(false)
  expect(await isSigned({ sender, secret: `${secret}AAAA`, body, headers }, NOW)).toBe(false)
  expect(await isSigned({ sender, secret, body, headers: {} }, NOW)).toBe(false)
})

test.each<SignedSender>(['stripe', 'slack', 'standard'])('%s: refuses an old signature', async (sender) => {
  const { secret, headers } = signedBy(sender, 'x', `${NOW / 1000 - 301}`)
  expect(await isSigned({ sender, secret, body: 'x', headers }, NOW)).toBe(false)
})
