import { WorkerEntrypoint } from 'cloudflare:workers'

/**
 * Takes the place of Cloudflare's Email binding: `env.EMAIL` is a service binding to this entrypoint, so the Worker
 * calls the same `send({ to, from, subject, html, text, headers })` here and in production.
 */
export class Outbox extends WorkerEntrypoint<{ OUTBOX_URL: string }> {
  async send(message: EmailMessageBuilder): Promise<EmailSendResult> {
    const answer = await fetch(`${this.env.OUTBOX_URL}/mails`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
    })
    if (answer.status !== 202) throw new Error(`The outbox refused the email: ${answer.status} ${await answer.text()}`)
    return answer.json<EmailSendResult>()
  }
}

/** A Worker needs a default handler; nobody calls this one. */
export default { fetch: () => new Response('Not found', { status: 404 }) }
