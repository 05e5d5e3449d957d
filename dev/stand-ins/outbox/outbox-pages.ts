import { html } from 'hono/html'
import { standInPage } from '../stand-in/stand-in-page.ts'
import type { Html } from '../stand-in/stand-in-page.ts'
import { linkify } from './linkify.ts'
import type { ReceivedMail, ReceivedMessages, ReceivedText } from './received-messages.ts'

/** `said`: what became of an email that was sent in. */
export function listPage({ mails, texts }: ReceivedMessages, said = '', status = 200): Promise<Response> {
  return standInPage(
    'Outbox',
    html`<main class="overview outbox">
      <h1>Outbox</h1>
      <p class="lead">All emails and texts from Switchyard arrive here and go nowhere else.</p>
      <section aria-labelledby="mails">
        <h2 id="mails">Emails</h2>
        ${list(mails.map(mailRow), 'No emails yet. Join or reset a password, and the link appears here.')}
      </section>
      <section aria-labelledby="texts">
        <h2 id="texts">Texts</h2>
        ${list(texts.map(textRow), 'No texts yet. Send the app link to a phone from an Applet that needs the app.')}
      </section>
      <section aria-labelledby="send">
        <h2 id="send">Send an email to an Applet</h2>
        <p role="status">${said}</p>
        <form method="post" action="/incoming">
          ${input('to', 'To, as the Applet’s page shows it', 'email')}
          ${input('from', 'From', 'email', 'ada@demo.test')} ${input('subject', 'Subject', 'text')}
          <p><label for="text">Text</label><br /><textarea id="text" name="text" rows="4"></textarea></p>
          <button>Send</button>
        </form>
      </section>
    </main>`,
    status,
  )
}

export function mailPage(mail: ReceivedMail): Promise<Response> {
  return standInPage(
    `${mail.subject} – Outbox`,
    html`<main class="overview outbox">
      <nav><a href="/">← Outbox</a></nav>
      <h1>${mail.subject}</h1>
      <dl>
        <dt>From</dt>
        <dd>${mail.from}</dd>
        <dt>To</dt>
        <dd>${mail.to}</dd>
        <dt>Sent</dt>
        <dd>${when(mail.received_at)}</dd>
        ${Object.entries(mail.headers ?? {}).map(headerRow)}
      </dl>
      ${
        mail.text === ''
          ? ''
          : html`<h2>As text</h2>
              <div class="body">${linkify(mail.text)}</div>`
      }
      ${mail.html === '' ? '' : htmlPart(mail)}
    </main>`,
  )
}

export function noMailPage(): Promise<Response> {
  return standInPage(
    'Email not found – Outbox',
    html`<main class="overview outbox">
      <nav><a href="/">← Outbox</a></nav>
      <h1>Email not found</h1>
      <p class="lead">It was never sent, or the outbox has been emptied.</p>
    </main>`,
    404,
  )
}

/** Headers are meant for the mail program and are shown exactly as sent. */
function headerRow([name, value]: [string, string]): Html {
  return html`<dt>${name}</dt>
    <dd>${linkify(value)}</dd>`
}

function htmlPart(mail: ReceivedMail): Html {
  const sandbox = 'allow-popups allow-popups-to-escape-sandbox'
  return html`<h2>As HTML</h2>
    <iframe src="/mails/${mail.id}/html" sandbox="${sandbox}" title="The email as HTML"></iframe>`
}

/** Serves the mail's HTML sandboxed: no scripts, only pictures load, links open in a new tab. */
export function mailDocument(mail: ReceivedMail): Response {
  const base = '<base target="_blank">'
  const head = /<head[^>]*>/i
  const body = head.test(mail.html) ? mail.html.replace(head, (tag) => tag + base) : base + mail.html
  return new Response(body, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: https:; frame-ancestors 'self'",
    },
  })
}

function list(rows: Html[], empty: string): Html {
  return rows.length === 0
    ? html`<p class="empty">${empty}</p>`
    : html`<ol>
        ${rows}
      </ol>`
}

function mailRow(mail: ReceivedMail): Html {
  return html`<li>
    <a href="/mails/${mail.id}">${mail.subject}</a>
    <span>${mail.to}</span>
    ${when(mail.received_at)}
  </li>`
}

function textRow(text: ReceivedText): Html {
  return html`<li>
    <p>${linkify(text.body)}</p>
    <span>${text.to}</span>
    ${when(text.received_at)}
  </li>`
}

function when(iso: string): Html {
  const text = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(iso))
  return html`<time datetime="${iso}">${text}</time>`
}

function input(name: string, label: string, type: 'email' | 'text', value = ''): Html {
  return html`<p>
    <label for="${name}">${label}</label><br /><input
      id="${name}"
      name="${name}"
      type="${type}"
      value="${value}"
      required
    />
  </p>`
}
