import { Hono } from 'hono'
import { listen } from '../stand-in/listen.ts'
import { servePageStyles } from '../stand-in/page-styles.ts'
import { mailRequest, openReceivedMessages, printAddress } from './received-messages.ts'
import type { ReceivedMail, ReceivedMessages, ReceivedText } from './received-messages.ts'
import { listPage, mailDocument, mailPage, noMailPage } from './outbox-pages.ts'
import {
  incomingMail,
  sendMailIn,
  type IncomingMail,
  type MailOutcome,
  type MailWay,
  type Product,
} from './send-mail-in.ts'
import { twilioRoutes } from './twilio-api.ts'

export type { ReceivedMail, ReceivedText } from './received-messages.ts'

export type OutboxOptions = {
  /** 0 picks any free port. */
  port: number
  /** A JSON file, written on every message; without it, messages stay in memory. */
  stateFile?: string
  now?: () => number
}

/** `mails()` and `texts()` are newest first. */
export type RunningOutbox = {
  origin: string
  close(): Promise<void>
  mails(): ReceivedMail[]
  texts(): ReceivedText[]
  /** From then on the page can send mail to Applets of the product at this origin, by default as Miniflare takes it. */
  tellProductAt(origin: string, way?: MailWay): void
  /** Sends a mail to an Applet of that product. Throws before it was told. */
  sendMailIn(mail: IncomingMail): Promise<MailOutcome>
  /** Saves the current messages; the returned function restores them. */
  takeSnapshot(): () => void
}

/** Receives outgoing mails and texts and shows them to the developer. */
export async function startOutbox({ port, stateFile, now = Date.now }: OutboxOptions): Promise<RunningOutbox> {
  const outbox = openReceivedMessages(stateFile, now)
  let product: Product | null = null
  const { origin, close } = await listen(port, () => outboxApp(outbox, () => product).fetch)
  return {
    origin,
    close,
    mails: () => structuredClone(outbox.mails),
    texts: () => structuredClone(outbox.texts),
    tellProductAt: (at, way = 'miniflare') => void (product = { origin: at, way }),
    sendMailIn: (mail) => {
      if (product === null) throw new Error('The outbox does not know the product.')
      return sendMailIn(product, mail)
    },
    takeSnapshot: () => {
      const { mails, texts } = structuredClone({ mails: outbox.mails, texts: outbox.texts })
      return () => {
        outbox.mails.splice(0, Infinity, ...mails)
        outbox.texts.splice(0, Infinity, ...texts)
      }
    },
  }
}

function outboxApp(outbox: ReceivedMessages, product: () => Product | null): Hono {
  const app = new Hono()
  servePageStyles(app, new URL('./outbox.css', import.meta.url))
  app.get('/', () => listPage(outbox))
  app.get('/mails/:id', (c) => {
    const mail = outbox.mails.find((each) => each.id === c.req.param('id'))
    return mail === undefined ? noMailPage() : mailPage(mail)
  })
  app.get('/mails/:id/html', (c) => {
    const mail = outbox.mails.find((each) => each.id === c.req.param('id'))
    return mail === undefined ? noMailPage() : mailDocument(mail)
  })
  app.post('/mails', async (c) => {
    // A form on another site can post text, but not JSON, without a CORS preflight.
    if (!c.req.header('content-type')?.startsWith('application/json')) return c.json({ error: 'Send JSON' }, 415)
    const mail = mailRequest.safeParse(await c.req.json().catch(() => undefined))
    if (!mail.success) return c.json({ error: 'Not a mail', issues: mail.error.issues }, 422)
    const { to, from, subject, html = '', text = '', headers = {} } = mail.data
    const { id } = outbox.addMail({ to: printAddress(to), from: printAddress(from), subject, html, text, headers })
    return c.json({ messageId: id }, 202)
  })
  app.post('/incoming', async (c) => {
    // A form on another site may not send mail in this one's name.
    if (c.req.header('sec-fetch-site') !== 'same-origin') return c.json({ error: 'Send it from the outbox' }, 403)
    const mail = incomingMail.safeParse(await c.req.parseBody())
    if (!mail.success) return listPage(outbox, 'This is not a mail: check both addresses.', 422)
    const at = product()
    if (at === null) return listPage(outbox, 'The product is not running yet.', 503)
    const words = await sendMailIn(at, mail.data).then(
      ({ rejected }) => (rejected === null ? 'The product took the email.' : `Rejected: ${rejected}`),
      (error: unknown) => `Try again later: ${String(error)}`,
    )
    return listPage(outbox, words)
  })
  app.route('/', twilioRoutes(outbox))
  return app
}
