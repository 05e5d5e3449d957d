import { every } from 'hono/combine'
import type { Context, MiddlewareHandler, Next } from 'hono'
import type { $ZodType, output } from 'zod/v4/core'
import { FORM_TOKEN } from '../../contract/accounts/form-pages.ts'
import { joinedFields } from '../../contract/shared/form-fields.ts'
import type { HonoEnv } from '../context/hono-env.ts'
import { AppError } from '../errors/app-error.ts'
import { isSessionCsrfToken } from './csrf.ts'
import { limitBody } from './request-body.ts'
import { limitCalls } from './limit-calls.ts'
import { parseInput } from './validate.ts'

type Validated<Plain extends $ZodType, Linked extends $ZodType> = MiddlewareHandler<
  HonoEnv,
  string,
  { in: { form: Record<string, string> }; out: { form: output<Plain> | output<Linked> } }
>

/**
 * Lets in a form that one of our own pages sent without JavaScript, and validates its fields like the body of a call.
 * `linked`: the schema where the page's address has a `token`, which then stands beside the fields. Throws `rate_limited`
 * (429), `csrf` (403), `too_large` (413), `not_a_form` (415), `invalid_input` (422).
 */
export function formPost<Plain extends $ZodType, Linked extends $ZodType = Plain>(schema: Plain, linked?: Linked) {
  const middleware: Validated<Plain, Linked> = every(
    limitCalls,
    ownOriginOnly,
    limitBody,
    formBodyOnly,
    sessionTokenOnly,
    async (c: Context<HonoEnv>, next: Next) => {
      const { [FORM_TOKEN]: _token, ...fields } = await fieldsOf(c)
      const token = linked && c.req.query('token')
      c.req.addValidatedData('form', token ? parseForm(linked, { ...fields, token }) : parseForm(schema, fields))
      return next()
    },
  )
  return Object.assign(middleware, { takes: { target: 'form', schema } })
}

/** Every schema of a form is one of an object. */
function parseForm(schema: $ZodType, fields: Record<string, string>): object {
  return Object(parseInput(schema, fields))
}

/** A plain form cannot set a header, so the browser has to say that the page is ours. */
async function ownOriginOnly(c: Context<HonoEnv>, next: Next) {
  const site = c.req.header('sec-fetch-site')
  const origin = c.req.header('origin')
  const { SITE_ORIGIN } = c.get('ctx').settings
  // A browser that hides where its user comes from sends the Origin "null".
  const hidden = origin === undefined || origin === 'null'
  const ours =
    (site === undefined || site === 'same-origin') && (origin === SITE_ORIGIN || (hidden && site === 'same-origin'))
  if (!ours) throw new AppError('csrf')
  return next()
}

async function formBodyOnly(c: Context, next: Next) {
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) throw new AppError('not_a_form')
  return next()
}

/** A session that has ended protects nothing, so its form is treated as a visitor's. */
async function sessionTokenOnly(c: Context<HonoEnv>, next: Next) {
  const ctx = c.get('ctx')
  if (!ctx.sessionHash) return next()
  const sent = (await fieldsOf(c))[FORM_TOKEN] ?? ''
  const right = await isSessionCsrfToken(ctx, ctx.sessionHash, sent)
  if (!right && (await ctx.user())) throw new AppError('csrf')
  return next()
}

async function fieldsOf(c: Context): Promise<Record<string, string>> {
  return joinedFields(new TextDecoder().decode(await c.req.arrayBuffer()))
}
