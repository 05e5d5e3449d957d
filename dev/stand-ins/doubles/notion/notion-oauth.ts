import { randomBytes } from 'node:crypto'
import { Hono, type Context } from 'hono'
import { consentPage, untrustedPage } from '../../services/oauth/consent-page.ts'
import { decideConsent } from '../../services/oauth/decide-consent.ts'
import { client, isRegisteredRedirect } from '../../services/oauth/registered-client.ts'
import { sameOriginOnly } from '../../stand-in/same-origin-only.ts'
import type { DoubleContext } from '../context/double-context.ts'
import { selfObject } from './notion-objects.ts'
import { BOT, notionState, refuseAsNotion } from './notion-state.ts'

const NOTION = {
  module_name: 'notion',
  name: 'Notion',
  brand_color: '#191919',
  scopes: { pages: 'See, change and add to the pages that you choose' },
  accounts: [{ id: 'ada', name: 'Ada’s garden' }],
}
const PARAMETERS = new Set(['client_id', 'redirect_uri', 'response_type', 'owner', 'state'])
const BASIC = `Basic ${btoa(`${client.id}:${client.secretFor('notion')}`)}`
const BODIES: Record<string, readonly string[]> = {
  authorization_code: ['grant_type', 'code', 'redirect_uri'],
  refresh_token: ['grant_type', 'refresh_token'],
}

/** Notion's sign-in: the client in Basic, JSON bodies without anything unknown, and no PKCE. */
export function notionOAuth(ctx: DoubleContext): Hono {
  const app = new Hono().basePath('/v1/oauth')
  app.use('/authorize', sameOriginOnly(new URL(ctx.address).origin))
  app.on(['GET', 'POST'], '/authorize', async (c) => {
    const asked = readAsked(c)
    if (typeof asked === 'string') return untrustedPage(NOTION, asked)
    const { redirect_uri, state } = asked
    if (c.req.method === 'GET') {
      const request = { redirectUri: redirect_uri, state, scopes: ['pages'], codeChallenge: '' }
      return consentPage(NOTION, { ...request, loginHint: undefined, nonce: undefined })
    }
    const issueCode = () => {
      const code = randomBytes(20).toString('hex')
      notionState(ctx).codes[code] = { redirect_uri }
      ctx.save()
      return code
    }
    return decideConsent(c, asked, { issueCode })
  })
  app.post('/token', async (c) => {
    const body = await readBody(c)
    if (!body) return refuseAsNotion(400, 'body failed validation')
    if (c.req.header('authorization') !== BASIC) return c.json({ error: 'invalid_client' }, 401)
    const state = notionState(ctx)
    const grantType = body['grant_type'] ?? ''
    const unknown = Object.keys(body).find((name) => !BODIES[grantType]?.includes(name))
    if (unknown !== undefined) return refuseAsNotion(400, `body.${unknown} should be not present`)
    const known = state.codes[body['code'] ?? '']
    delete state.codes[body['code'] ?? '']
    const grant = state.grants.find(({ refresh }) => refresh === body['refresh_token'])
    const isRight = grantType === 'refresh_token' ? grant : known && known.redirect_uri === body['redirect_uri']
    if (!isRight) return c.json({ error: 'invalid_grant', error_description: 'Invalid code.' }, 400)
    const next = { access: `ntn_${randomBytes(24).toString('hex')}`, refresh: `nrt_${randomBytes(24).toString('hex')}` }
    state.grants = [...state.grants.filter((each) => each !== grant), next]
    ctx.save()
    return c.json(tokenObject(next))
  })
  app.post('/revoke', async (c) => {
    const body = await readBody(c)
    if (c.req.header('authorization') !== BASIC) return c.json({ error: 'invalid_client' }, 401)
    if (!body || Object.keys(body).join() !== 'token') return refuseAsNotion(400, 'body failed validation')
    const state = notionState(ctx)
    state.grants = state.grants.filter(({ access, refresh }) => access !== body['token'] && refresh !== body['token'])
    ctx.save()
    return c.json({ request_id: 'r' })
  })
  return app
}

function readAsked(c: Context) {
  const { client_id, redirect_uri = '', response_type, owner, state, ...more } = c.req.query()
  const [unknown] = Object.keys(more)
  if (unknown !== undefined && !PARAMETERS.has(unknown)) return `Unknown parameter: ${unknown}`
  if (client_id !== client.id) return 'Missing or invalid client_id.'
  if (!isRegisteredRedirect(redirect_uri)) return 'Missing or invalid redirect_uri.'
  return response_type === 'code' && owner === 'user' ? { redirect_uri, state } : 'Missing response_type or owner.'
}

async function readBody(c: Context): Promise<Record<string, string> | null> {
  if (!c.req.header('content-type')?.startsWith('application/json')) return null
  return c.req.json<Record<string, string>>().catch(() => null)
}

function tokenObject({ access, refresh }: { access: string; refresh: string }) {
  const { id, name } = selfObject()
  return {
    access_token: access,
    token_type: 'bearer',
    refresh_token: refresh,
    bot_id: BOT,
    workspace_icon: null,
    workspace_name: 'Ada’s garden',
    workspace_id: 'f00f0000-0000-4000-8000-000000000003',
    owner: {
      type: 'user',
      user: { object: 'user', id, name, avatar_url: null, type: 'person', person: { email: 'ada@notion.example' } },
    },
    duplicated_template_id: null,
    request_id: 'r',
  }
}
