import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { API_WORKER } from '../../settings/worker-names.ts'

const line = z.string().check(z.trim(), z.maxLength(500), z.regex(/^[^\r\n]*$/))

/** A mail that a developer sends to an Applet. */
export const incomingMail = z.strictObject({
  to: line.check(z.regex(/^[^\s@<>]+@[^\s@<>]+$/)),
  from: line.check(z.regex(/^[^\s@<>]+@[^\s@<>]+$/)),
  subject: line,
  text: z.string().check(z.maxLength(100_000)),
})
export type IncomingMail = z.output<typeof incomingMail>

const ANSWER = z.object({ outcome: z.string(), rejectReason: z.optional(z.string()) })

/** Why the product did not take it; null where it did. */
export type MailOutcome = { rejected: string | null }

/** How the product's `email` handler is reached: Vite and wrangler give mail only to the pages, their explorer does not. */
export type MailWay = 'miniflare' | 'explorer'
export type Product = { origin: string; way: MailWay }

/**
 * Hands a mail to the product's `email` handler, as Email Routing does. Throws if the product is away or failed, which
 * is a temporary error to a real sender.
 */
export async function sendMailIn({ origin, way }: Product, mail: IncomingMail): Promise<MailOutcome> {
  const said = await (way === 'explorer' ? throughExplorer(origin, mail) : throughMiniflare(origin, mail))
  const { outcome, rejectReason } = ANSWER.parse(said)
  if (rejectReason === undefined && outcome !== 'ok') throw new Error(`The mail was not taken: ${outcome}`)
  return { rejected: rejectReason ?? null }
}

async function throughExplorer(origin: string, mail: IncomingMail): Promise<unknown> {
  const answer = await fetch(`${origin}/cdn-cgi/local/explorer/api/local/email/routing/send?worker=${API_WORKER}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...mail, to: [mail.to] }),
  })
  const said = await answer.text()
  if (!answer.ok) throw new Error(`The mail was not taken: ${said.slice(0, 300)}`)
  return JSON.parse(said).result
}

async function throughMiniflare(origin: string, { to, from, subject, text }: IncomingMail): Promise<unknown> {
  const head = [`From: ${from}`, `To: ${to}`, `Subject: ${subject}`, `Message-ID: <${randomUUID()}@outbox.test>`]
  const source = `${head.join('\r\n')}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n`
  const address = `${origin}/cdn-cgi/local/email?${new URLSearchParams({ from, to, format: 'json' }).toString()}`
  const headers = { 'content-type': 'message/rfc822', 'MF-Route-Override': API_WORKER }
  const answer = await fetch(address, { method: 'POST', headers, body: source })
  return answer.json()
}
