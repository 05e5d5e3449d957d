import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { API_WORKER } from '../settings/worker-names.ts'

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

/**
 * Hands a mail to the product's `email` handler, as Email Routing does: Miniflare and Vite take it at this address of
 * theirs. Throws if the product is away or failed, which is a temporary error to a real sender.
 */
export async function sendMailIn(product: string, { to, from, subject, text }: IncomingMail): Promise<MailOutcome> {
  const head = [`From: ${from}`, `To: ${to}`, `Subject: ${subject}`, `Message-ID: <${randomUUID()}@outbox.test>`]
  const source = `${head.join('\r\n')}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n`
  const address = `${product}/cdn-cgi/local/email?${new URLSearchParams({ from, to, format: 'json' }).toString()}`
  const headers = { 'content-type': 'message/rfc822', 'MF-Route-Override': API_WORKER }
  const answer = await fetch(address, { method: 'POST', headers, body: source })
  const said = await answer.text()
  const { outcome, rejectReason } = ANSWER.parse(JSON.parse(said))
  if (rejectReason === undefined && outcome !== 'ok') throw new Error(`The mail was not taken: ${said.slice(0, 300)}`)
  return { rejected: rejectReason ?? null }
}
