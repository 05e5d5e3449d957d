import { html } from 'hono/html'
import { SERVER, serversOf } from '../../../worker/services/format/connect-values.ts'
import type { ServiceDefinition } from '../../../worker/services/format/service-definition.ts'
import type { DoubleContext } from '../doubles/context/double-context.ts'
import { faultForm } from '../doubles/context/fault-form.ts'
import { standInPage, type Html } from '../stand-in/stand-in-page.ts'
import { accountName } from './answers/account-answer.ts'
import { goneAnswer } from './answers/gone-answer.ts'
import { mailInBody } from './answers/mail-in-body.ts'
import { samplePasted } from './connect/sample-credentials.ts'
import { textOf } from './answers/sample-entries.ts'
import { sampleState, type KeptAction } from './answers/sample-state.ts'

const SHOWN = 20

/** The page of a sample server: how to connect it, what can happen there, what was sent to it, and how it can fail. */
export async function samplePage(definition: ServiceDefinition, ctx: DoubleContext): Promise<Response> {
  const { name } = definition
  const sent = await sentHere(definition, ctx)
  return standInPage(
    `${name}, from its file`,
    html`<main class="overview services">
      <h1>${name}</h1>
      <p class="lead">It answers with the samples of its file. Nothing leaves your machine.</p>
      <section aria-labelledby="who">
        <h2 id="who">Who am I</h2>
        ${whoAmI(definition, ctx)}
      </section>
      <section aria-labelledby="happens">
        <h2 id="happens">What happens</h2>
        ${triggers(definition, ctx)}
      </section>
      <section aria-labelledby="sent">
        <h2 id="sent">What was sent</h2>
        ${sent}
      </section>
      ${faultForm(ctx, goneAnswer(definition) !== null)}
    </main>`,
  )
}

function whoAmI(definition: ServiceDefinition, { address }: DoubleContext): Html {
  const { connect } = definition
  if (connect.kind === 'none') return html`<p class="soft">Nobody connects an account here.</p>`
  const isNamed = serversOf(definition) !== null
  const pasted = Object.entries(samplePasted(definition, address)).filter(([slug]) => !isNamed || slug === SERVER)
  const signingIn = isNamed ? 'Name this server, sign in and press Allow.' : 'Sign in and press Allow, or paste this.'
  return html`<p>${accountName(definition, address)}</p>
    <p>${connect.kind === 'oauth2' ? signingIn : 'Paste this.'}</p>
    <dl>
      ${pasted.map(
        ([slug, value]) =>
          html`<dt>${labelOf(definition, slug)}</dt>
            <dd><code style="overflow-wrap: anywhere">${value}</code></dd>`,
      )}
    </dl>`
}

function labelOf({ connect, code }: ServiceDefinition, slug: string): string {
  if (slug === SERVER && code?.servers) return code.servers.field.label
  const fields = connect.kind === 'none' ? [] : (connect.fields ?? [])
  return fields.find((field) => field.slug === slug)?.label ?? (connect.kind === 'oauth2' ? 'Access token' : 'Key')
}

function triggers({ triggers: all = [] }: ServiceDefinition, ctx: DoubleContext): Html {
  const asked = all.filter(({ request }) => request !== undefined)
  if (asked.length === 0) return html`<p class="soft">Nothing that happens here can start an Applet.</p>`
  const { happened } = sampleState(ctx)
  return html`<ul>
    ${asked.map((trigger) => {
      const { slug, name } = trigger
      const text = textOf(trigger)
      return html`<li>
        <form method="post" action="${ctx.address}/control/trigger/${slug}">
          ${text === null ? '' : html`<label>${text.name} <input name="text" placeholder="As in the sample" /></label>`}
          <button>Make it happen: ${name}</button>
          <span class="soft">${timesText(happened[slug]?.length ?? 0)}</span>
        </form>
      </li>`
    })}
  </ul>`
}

function timesText(times: number): string {
  return times === 0 ? 'Not yet.' : times === 1 ? 'Once so far.' : `${times} times so far.`
}

async function sentHere(definition: ServiceDefinition, ctx: DoubleContext): Promise<Html> {
  const { kept } = sampleState(ctx)
  if (kept.length === 0) return html`<p class="soft">Nothing yet.</p>`
  const latest = kept.slice(-SHOWN).toReversed()
  return html`<ul class="latest">
    ${await Promise.all(latest.map((each) => keptRow(definition, each)))}
  </ul>`
}

async function keptRow({ actions = [] }: ServiceDefinition, action: KeptAction): Promise<Html> {
  const { slug, at, method, path, body, again } = action
  const mail = await mailInBody(body)
  const time = new Date(at).toISOString()
  return html`<li>
    <b>${actions.find((each) => each.slug === slug)?.name ?? slug}</b>
    <time datetime="${time}">${time}</time>
    ${again > 0 ? html`<small>It came again ${again === 1 ? 'once' : `${again} times`}.</small>` : ''}
    <code style="overflow-wrap: anywhere">${method} ${path} ${mail === null ? body : ''}</code>
    ${mail === null ? '' : html`<pre style="white-space: pre-wrap">${mail}</pre>`}
  </li>`
}
