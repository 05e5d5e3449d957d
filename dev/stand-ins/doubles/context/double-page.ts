import { html } from 'hono/html'
import { standInPage, type Html } from '../../stand-in/stand-in-page.ts'
import type { DoubleContext } from './double-context.ts'

/**
 * Something to paste, what came to it, newest first, and what its buttons do: the path below `/control/` and its label.
 */
type DoubleCard = {
  id: string
  title: string
  /** The values that a developer copies to connect. */
  paste: Record<string, string>
  messages: string[]
  buttons: { path: string; label: string; input?: { name: string; label: string } }[]
}

const SHOWN = 20

/** A double's page: what to paste to connect, what Applets did, and buttons that make something happen. */
export function doublePage({ address }: DoubleContext, name: string, cards: DoubleCard[]): Promise<Response> {
  return standInPage(
    `${name}, a stand-in`,
    html`<main class="overview services">
      <h1>${name}</h1>
      <p class="lead">A stand-in that speaks ${name}'s protocol. Nothing leaves your machine.</p>
      ${cards.map((card) => cardOf(address, card))}
    </main>`,
  )
}

function cardOf(address: string, { id, title, paste, messages, buttons }: DoubleCard): Html {
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    <dl>
      ${Object.entries(paste).map(
        ([label, value]) =>
          html`<dt>${label}</dt>
            <dd><code style="overflow-wrap: anywhere">${value}</code></dd>`,
      )}
    </dl>
    ${buttons.map(
      ({ path, label, input }) =>
        html`<form method="post" action="${address}/control/${path}">
          ${input ? html`<label>${input.label} <input name="${input.name}" required /></label>` : ''}
          <button>${label}</button>
        </form>`,
    )}
    <h3>Messages</h3>
    ${
      messages.length === 0
        ? html`<p class="soft">Nothing yet.</p>`
        : html`<ul class="latest">
            ${messages.slice(0, SHOWN).map((text) => html`<li>${text}</li>`)}
          </ul>`
    }
  </section>`
}
