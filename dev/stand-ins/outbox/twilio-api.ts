import { Hono } from 'hono'
import type { ReceivedMessages, ReceivedText } from './received-messages.ts'

const version = '2010-04-01'

/** Twilio's own test numbers and their errors, so that failures can be tested. */
const refusedNumbers: Record<string, Refusal> = {
  '+15005550001': { code: 21211, message: "Invalid 'To' Phone Number: +15005550001" },
  '+15005550002': { code: 21612, message: "The 'To' phone number is not currently reachable via SMS" },
  '+15005550004': { code: 21610, message: 'Attempt to send to unsubscribed recipient' },
  '+15005550009': { code: 21614, message: "'To' number is not a valid mobile number" },
}

type Refusal = { code: number; message: string }

/** POST /2010-04-01/Accounts/{sid}/Messages.json, as Twilio's HTTP API answers it. */
export function twilioRoutes(outbox: ReceivedMessages): Hono {
  const app = new Hono()
  app.post(`/${version}/Accounts/:sid/:file{Messages\\.json}`, async (c) => {
    const sid = c.req.param('sid')
    if (!isAccount(c.req.header('authorization'), sid)) {
      return refusal(401, { code: 20003, message: 'Authenticate' })
    }
    const form = new URLSearchParams(await c.req.text())
    const [to, from, body] = [form.get('To'), form.get('From') ?? form.get('MessagingServiceSid'), form.get('Body')]
    const refused = whyRefused(to, from, body)
    if (refused !== undefined) return refusal(400, refused)
    return c.json(
      printText(outbox.addText({ account_sid: sid, to: to ?? '', from: from ?? '', body: body ?? '' })),
      201,
    )
  })
  return app
}

/** Basic authentication: the account's sid or an API key (SK…), and any secret. */
function isAccount(authorization: string | undefined, sid: string): boolean {
  const encoded = /^basic (.+)$/i.exec(authorization ?? '')?.[1] ?? ''
  const [user, secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return (user === sid || user?.startsWith('SK') === true) && Boolean(secret)
}

function whyRefused(to: string | null, from: string | null, body: string | null): Refusal | undefined {
  if (!to) return { code: 21604, message: "A 'To' phone number is required." }
  if (!from) return { code: 21603, message: "A 'From' phone number is required." }
  if (!body) return { code: 21602, message: 'Message body is required.' }
  if (body.length > 1600) {
    return { code: 21617, message: 'The concatenated message body exceeds the 1600 character limit' }
  }
  if (!/^\+[1-9]\d{6,14}$/.test(to)) return { code: 21211, message: `Invalid 'To' Phone Number: ${to}` }
  return refusedNumbers[to]
}

function refusal(status: 400 | 401, { code, message }: Refusal): Response {
  return Response.json({ code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status }, { status })
}

function printText(text: ReceivedText) {
  const uri = `/${version}/Accounts/${text.account_sid}/Messages/${text.sid}`
  const date = new Date(text.received_at).toUTCString().replace('GMT', '+0000')
  const service = text.from.startsWith('MG')
  return {
    account_sid: text.account_sid,
    api_version: version,
    body: text.body,
    date_created: date,
    date_sent: null,
    date_updated: date,
    direction: 'outbound-api',
    error_code: null,
    error_message: null,
    from: service ? null : text.from,
    messaging_service_sid: service ? text.from : null,
    num_media: '0',
    price: null,
    price_unit: 'USD',
    sid: text.sid,
    status: service ? 'accepted' : 'queued',
    subresource_uris: { media: `${uri}/Media.json` },
    to: text.to,
    uri: `${uri}.json`,
  }
}
