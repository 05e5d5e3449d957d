import { Hono, type Context } from 'hono'
import type { ServiceDefinition } from '../../../worker/services/format/service-definition.ts'
import type { DoubleContext } from '../doubles/context/double-context.ts'
import { signInRoutes } from '../oauth/authorization-server.ts'
import { findAccess } from '../oauth/oauth-tokens.ts'
import type { SignInSettings } from '../oauth/provider-settings.ts'
import { keepAction } from './answers/action-answer.ts'
import { accountAnswer, accountName } from './answers/account-answer.ts'
import { goneAnswer } from './answers/gone-answer.ts'
import { listAnswer } from './answers/list-answer.ts'
import { optionsAnswer } from './answers/options-answer.ts'
import { newEntry } from './answers/sample-entries.ts'
import { checkAuthorization } from './connect/check-authorization.ts'
import { sampleSignIn } from './connect/sample-sign-in.ts'
import { findRequests, type Found } from './fit/find-requests.ts'
import type { Asked } from './fit/fit-request.ts'
import { samplePage } from './sample-page.ts'
import { sampleState } from './answers/sample-state.ts'

/** A service as its file writes it down, answering with its own samples. What the file would not send gets 501, in words. */
export function sampleDouble(definition: ServiceDefinition) {
  const { id, name } = definition
  const sign_in = sampleSignIn(definition, accountName(definition, 'http://localhost'))
  return {
    module_name: id,
    name,
    routes: (ctx: DoubleContext) => sampleRoutes(definition, ctx, sign_in),
    ...(sign_in && { sign_in }),
    gone: goneAnswer(definition),
  }
}

function sampleRoutes(definition: ServiceDefinition, ctx: DoubleContext, sign_in: SignInSettings | null): Hono {
  const app = new Hono()
  if (sign_in) app.route('/', signInRoutes({ ctx: ctx.oauth, address: ctx.address, settings: sign_in }))
  app.get('/', () => samplePage(definition, ctx))
  app.post('/control/trigger/:slug', async (c) => {
    const { text } = await c.req.parseBody<{ text?: string }>()
    return happen(definition, ctx, { slug: c.req.param('slug'), text }) ?? c.redirect(ctx.address, 303)
  })
  app.all('*', (c) => answerRequest(definition, ctx, c))
  return app
}

type Happening = { slug: string; text: string | undefined }

/** Makes the thing happen that a trigger waits for, with this text; an answer where there is no such trigger. */
function happen(definition: ServiceDefinition, ctx: DoubleContext, { slug, text = '' }: Happening): Response | null {
  const trigger = definition.triggers?.find((each) => each.slug === slug)
  const state = sampleState(ctx)
  const made = { n: state.n + 1, now: ctx.now(), text }
  const entry = trigger?.request ? newEntry(definition, trigger, made) : null
  if (entry === null) return new Response(`Nothing of ${definition.name} starts ${slug} here.`, { status: 404 })
  state.n = made.n
  state.happened[slug] = [...(state.happened[slug] ?? []), { n: made.n, at: made.now, entry }]
  ctx.save()
  return null
}

async function answerRequest(definition: ServiceDefinition, ctx: DoubleContext, c: Context): Promise<Response> {
  const url = new URL(c.req.url)
  const asked: Asked = {
    method: c.req.method,
    path: url.pathname.slice(new URL(ctx.address).pathname.length),
    query: url.searchParams,
    headers: c.req.raw.headers,
    body: await c.req.text(),
  }
  const read = findRequests(definition, asked)
  if (read.kind === 'strange') return refuse(501, read.words)
  const [first] = read.found
  if (!first) return refuse(501, `${definition.name} asks nothing.`)
  const hasAccess = (token: string) => findAccess(ctx.oauth, definition.id, token) !== undefined
  const authorized = checkAuthorization(first, asked, { definition, address: ctx.address, hasAccess })
  if (authorized.kind === 'missing') return refuse(501, `This request ${authorized.words}.`)
  if (authorized.kind === 'wrong') return refuse(401, 'This is not the key of the sample.')
  return answerFound(definition, ctx, read.found, asked)
}

function refuse(status: number, message: string): Response {
  return Response.json({ message }, { status })
}

function answerFound(
  definition: ServiceDefinition,
  ctx: DoubleContext,
  found: readonly Found[],
  asked: Asked,
): Response {
  const state = sampleState(ctx)
  // Slack is asked whose account it is by a message that says nothing.
  const isAccount = found.some((each) => each.asked.of === 'account')
  const action = found.flatMap(({ asked: each, holes }) =>
    each.of === 'action' ? [{ step: each.step, holes }] : [],
  )[0]
  if (action && !isAccount) {
    const kept = keepAction(definition, action.step, state, { asked, holes: action.holes, now: ctx.now() })
    ctx.save()
    return respond(kept.answer, { status: definition.samples?.actions?.[action.step.slug]?.status ?? 200 })
  }
  const listed = listAnswer(found, { definition, state, asked, address: ctx.address })
  const lines = found[0]?.asked.request.answer === 'lines'
  if (listed) return respond(listed.value, { headers: listed.headers, lines })
  const choices = found.flatMap(({ asked: each }) => (each.of === 'options' ? each : []))
  if (choices.length > 0) return respond(optionsAnswer(definition, choices), { lines })
  const name = found.flatMap(({ asked: each }) => (each.of === 'named' ? each.name : []))[0]
  return respond(name === undefined ? accountAnswer(definition) : definition.samples?.requests?.[name]?.answer, {})
}

type How = { status?: number; headers?: Record<string, string>; lines?: boolean }

/** A text is sent as it stands. */
function respond(value: unknown, { status = 200, headers = {}, lines = false }: How): Response {
  if (value === undefined || value === '') return new Response(null, { status: status === 200 ? 204 : status, headers })
  if (typeof value === 'string') return new Response(value, { status, headers })
  if (lines && Array.isArray(value)) {
    return new Response(value.map((each) => `${JSON.stringify(each)}\n`).join(''), { status, headers })
  }
  return Response.json(value, { status, headers })
}
