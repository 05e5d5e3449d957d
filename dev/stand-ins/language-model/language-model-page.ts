import { html } from 'hono/html'
import { standInPage } from '../stand-in/stand-in-page.ts'
import { BEHAVIORS, type Behavior } from './behaviors.ts'
import type { CompletionRequest } from './read-completion-request.ts'

/** Shows what the model was asked, with a form that says how it behaves from now on. */
export function languageModelPage(behavior: Behavior, requests: readonly CompletionRequest[]): Promise<Response> {
  const options = Object.entries(BEHAVIORS).map(
    ([name, words]) => html`<option value="${name}" ${name === behavior ? 'selected' : ''}>${words}</option>`,
  )
  const asked = requests
    .slice(-10)
    .toReversed()
    .map(({ messages }) => html`<li><pre>${messages.findLast(({ role }) => role === 'user')?.content}</pre></li>`)
  return standInPage(
    'Language model',
    html`<main>
      <h1>Language model</h1>
      <form method="post" action="/control">
        <label for="behavior">What it does</label>
        <select id="behavior" name="behavior">
          ${options}
        </select>
        <button>Set</button>
      </form>
      <h2>What it was asked last</h2>
      ${
        asked.length === 0
          ? html`<p>Nothing yet.</p>`
          : html`<ol>
              ${asked}
            </ol>`
      }
    </main>`,
  )
}
