import { Hono } from 'hono'
import { listen } from '../stand-in/listen.ts'
import { servePageStyles } from '../stand-in/stand-in-page.ts'
import { isTo, mailRequest, openReceivedMessages, printAddress } from './received-messages.ts'
import type { ReceivedMail, ReceivedMessages, ReceivedText } from './received-messages.ts'
import { listPage, mailDocument, mailPage, noMailPage } from './outbox-pages.ts'
import { twilioRoutes } from './twilio-api.ts'

export type { ReceivedMail, ReceivedText } from './received-messages.ts'

export type OutboxOptions = {
  /** 0 is any free port. */
  port: number
  /** JSON, written at every message; absent, they live in memory. */
  stateFile?: string
  now?: () => number
}

/** `mails()` and `texts()` are newest first. */
export type RunningOutbox = {
  origin: string
  close(): Promise<void>
  mails(): ReceivedMail[]
  texts(): ReceivedText[]
  /** Remembers what is here now; the returned function puts it back. */
  takeSnapshot(): () => void
}

/** Takes the mails and texts that would go out, and shows them to the developer. */
export async function startOutbox({ port, stateFile, now = Date.now }: OutboxOptions): Promise<RunningOutbox> {
  const outbox = openReceivedMessages(stateFile, now)
  const { origin, close } = await listen(port, () => outboxApp(outbox).fetch)
  return {
    origin,
    close,
    mails: () => structuredClone(outbox.mails),
    texts: () => structuredClone(outbox.texts),
    takeSnapshot: () => {
      const { mails, texts } = structuredClone({ mails: outbox.mails, texts: outbox.texts })
      return () => {
        outbox.mails.splice(0, Infinity, ...mails)
        outbox.texts.splice(0, Infinity, ...texts)
      }
    },
  }
}

function outboxApp(outbox: ReceivedMessages): Hono {
  const app = new Hono()
  servePageStyles(app, new URL('./outbox.css', import.meta.url))
  app.get('/', () => listPage(outbox))
  app.get('/mails.json', (c) => {
    const to = c.req.query('to')
    return c.json(to === undefined ? outbox.mails : outbox.mails.filter((mail) => isTo(mail, to)), 200, {
      'cache-control': 'no-store',
    })
  })
  app.get('/mails/:id', (c) => {
    const mail = outbox.mails.find((each) => each.id === c.req.param('id'))
    return mail === undefined ? noMailPage() : mailPage(mail)
  })
  app.get('/mails/:id/html', (c) => {
    const mail = outbox.mails.find((each) => each.id === c.req.param('id'))
    return mail === undefined ? noMailPage() : mailDocument(mail)
  })
  app.post('/mails', async (c) => {
    // A form of another site can send text, not JSON, without asking first.
    if (!c.req.header('content-type')?.startsWith('application/json')) return c.json({ error: 'Send JSON' }, 415)
    const mail = mailRequest.safeParse(await c.req.json().catch(() => undefined))
    if (!mail.success) return c.json({ error: 'Not a mail', issues: mail.error.issues }, 422)
    const { to, from, subject, html = '', text = '', headers = {} } = mail.data
    const { id } = outbox.addMail({ to: printAddress(to), from: printAddress(from), subject, html, text, headers })
    return c.json({ messageId: id }, 202)
  })
  app.route('/', twilioRoutes(outbox))
  return app
}
