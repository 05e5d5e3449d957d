import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { openJsonFile } from '../stand-in/json-state-file.ts'

/** `to` is as it was sent; several recipients are joined with a comma. `received_at` is ISO 8601. */
export type ReceivedMail = {
  id: string
  received_at: string
  to: string
  from: string
  subject: string
  html: string
  text: string
  /** Extra headers that the sender set; mails stored by older versions may have none. */
  headers?: Record<string, string>
}

export type ReceivedText = {
  sid: string
  received_at: string
  account_sid: string
  to: string
  from: string
  body: string
}

export type ReceivedMessages = {
  mails: ReceivedMail[]
  texts: ReceivedText[]
  addMail(mail: Omit<ReceivedMail, 'id' | 'received_at'>): ReceivedMail
  addText(text: Omit<ReceivedText, 'sid' | 'received_at'>): ReceivedText
}

/** Enough for days of work; older messages are dropped. */
const kept = 500

/** Newest first. */
export function openReceivedMessages(stateFile: string | undefined, now: () => number): ReceivedMessages {
  const { state, save } = openJsonFile<{ mails: ReceivedMail[]; texts: ReceivedText[] }>(stateFile, {
    mails: [],
    texts: [],
  })
  const received_at = () => new Date(now()).toISOString()
  const keep = <Message>(list: Message[], message: Message): Message => {
    list.unshift(message)
    list.length = Math.min(list.length, kept)
    save()
    return message
  }
  return {
    mails: state.mails,
    texts: state.texts,
    addMail: (mail) => keep(state.mails, { id: randomBytes(8).toString('hex'), received_at: received_at(), ...mail }),
    addText: (text) =>
      keep(state.texts, { sid: `SM${randomBytes(16).toString('hex')}`, received_at: received_at(), ...text }),
  }
}

/** One line, as Cloudflare requires. */
const headerValue = z.regex(/^[^\r\n]{1,2048}$/)

const address = z.union([
  z.string().check(z.minLength(3), z.regex(/@/)),
  z.object({ name: z.optional(z.string()), email: z.string().check(z.regex(/@/)) }),
])

/** A message as Cloudflare's Email binding accepts it: `send({ to, from, subject, html, text, headers })`. */
export const mailRequest = z.object({
  to: z.union([address, z.array(address).check(z.minLength(1))]),
  from: address,
  subject: z.string().check(z.minLength(1)),
  html: z.optional(z.string()),
  text: z.optional(z.string()),
  headers: z.optional(z.record(z.string().check(z.regex(/^[\w-]{1,100}$/)), z.string().check(headerValue))),
})

export function printAddress(value: z.infer<typeof address> | z.infer<typeof address>[]): string {
  if (Array.isArray(value)) return value.map(printAddress).join(', ')
  if (typeof value === 'string') return value
  return value.name ? `${value.name} <${value.email}>` : value.email
}
