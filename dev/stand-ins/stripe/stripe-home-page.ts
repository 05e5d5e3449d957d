import { html } from 'hono/html'
import { standInPage, type Html } from '../stand-in/stand-in-page.ts'
import { CHOICES } from './control-routes.ts'
import { testCards, type Emulator } from '../../../packages/stripe-stand-in/index.ts'

/** The page where a developer sees subscriptions and events, and makes payments fail on purpose. */
export function stripeHomePage({ store, control }: Emulator): Promise<Response> {
  const deliveries = control.webhooks.deliveries()
  const sent = (id: string) => deliveries.findLast(({ event }) => event === id)
  return standInPage(
    'Stripe',
    html`<main class="overview stripe">
      <h1>Stripe</h1>
      <p class="lead">
        A Stripe emulator on your machine, for the official client library and CLI. No money moves, and nothing leaves
        your machine.
      </p>
      <section aria-labelledby="orders">
        <h2 id="orders">Faults</h2>
        ${Object.entries(CHOICES).map(([what, { label, options, now }]) => choice(what, label, options, now(control)))}
        <form method="post" action="/_control/deliver"><button>Send all waiting webhooks</button></form>
      </section>
      <section aria-labelledby="time">
        <h2 id="time">Time</h2>
        <p>It is ${when(store.now())} at Stripe, as at the product. The page of the clock moves both.</p>
      </section>
      <section aria-labelledby="subscriptions">
        <h2 id="subscriptions">Subscriptions</h2>
        ${rows(
          'None yet. Subscribe in Switchyard with the card 4242 4242 4242 4242.',
          store
            .all('subscription')
            .map(({ id, customer, status }) => html`<code>${id}</code> ${status}, ${emailOf(store, customer)}`),
        )}
      </section>
      <section aria-labelledby="events">
        <h2 id="events">Latest events</h2>
        ${rows(
          'None yet.',
          store
            .all('event')
            .slice(0, 12)
            .map(
              ({ id, type }) =>
                html`<span>${type} <small>${outcome(sent(id)?.status)}</small></span>
                  <form method="post" action="/_control/resend">
                    <button name="value" value="${id}" aria-label="Send ${type} ${id} again">Send again</button>
                  </form>`,
            ),
        )}
      </section>
      <section aria-labelledby="cards">
        <h2 id="cards">Cards</h2>
        ${rows(
          '',
          testCards.map(({ number, alias }) => html`<code>${grouped(number)}</code> <span>${alias}</span>`),
        )}
      </section>
    </main>`,
  )
}

function choice(what: string, label: string, choices: Record<string, string>, now: string): Html {
  return html`<form method="post" action="/_control/${what}">
    <label for="${what}">${label}</label>
    <select id="${what}" name="value">
      ${Object.entries(choices).map(
        ([value, text]) => html`<option value="${value}" ${value === now ? 'selected' : ''}>${text}</option>`,
      )}
    </select>
    <button aria-label="Set: ${label}">Set</button>
  </form>`
}

function rows(empty: string, lines: Html[]): Html {
  if (lines.length === 0) return html`<p class="empty">${empty}</p>`
  return html`<ul>
    ${lines.map((line) => html`<li>${line}</li>`)}
  </ul>`
}

function when(seconds: number): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(seconds * 1000)
}

function emailOf(store: Emulator['store'], customer: string): string {
  return store.get('customer', customer)?.email ?? customer
}

function outcome(status: number | undefined): string {
  if (status === undefined) return 'not sent'
  return status === 0 ? 'no answer' : `answered ${status}`
}

function grouped(number: string): string {
  return number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')
}
