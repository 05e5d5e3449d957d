import { html } from 'hono/html'
import { standInPage } from '../../stand-in/stand-in-page.ts'
import type { DoubleContext } from './double-context.ts'
import { faultForm } from './fault-form.ts'

/** A button of a double's page: what it makes happen, and what it asks for, with what it proposes. */
type ControlButton = { slug: string; label: string; fields: Record<string, string> }

type Page = { title: string; hint: string; buttons: readonly ControlButton[] }

/** So much of a body is shown, in characters. */
const SHOWN = 300

/** The page of a double: how to connect it, what can be made to happen there, and what it was asked last. */
export function controlPage(ctx: DoubleContext, { title, hint, buttons }: Page): Promise<Response> {
  const last = ctx.asked().slice(-20).toReversed()
  return standInPage(
    title,
    html`<main class="overview services">
      <h1>${title}</h1>
      <p class="lead">${hint}</p>
      <h2>What happens</h2>
      ${buttons.map(
        ({ slug, label, fields }) =>
          html`<form method="post" action="${ctx.address}/control/${slug}">
            ${Object.entries(fields).map(
              ([name, value]) => html`<label>${name} <input name="${name}" value="${value}" /></label>`,
            )}
            <button type="submit">${label}</button>
          </form>`,
      )}
      <h2>What it was asked</h2>
      <ul>
        ${last.map(
          ({ method, path, body }) =>
            html`<li><code style="overflow-wrap: anywhere">${method} ${path} ${body.slice(0, SHOWN)}</code></li>`,
        )}
      </ul>
      ${faultForm(ctx)}
    </main>`,
  )
}
