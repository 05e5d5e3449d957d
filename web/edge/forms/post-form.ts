import { ERRORS, type ErrorEnvelope } from '../../../worker/contract/errors.ts'
import {
  FORM_PAGES,
  KEPT_FIELDS,
  type FormPage,
  type RefusedForm,
} from '../../../worker/contract/accounts/form-pages.ts'
import { joinedFields } from '../../../worker/contract/shared/form-fields.ts'
import { fromOutside } from '../api/api-fetch.ts'
import { isTooLarge } from '../api/too-large.ts'
import { withReference } from '../../../worker/contract/shared/trace-ids.ts'
import type { EdgeEnv } from '../env/edge-env.ts'

/** The Worker's answer to a form: where to go on, or why not, with the answer's status. */
type PostedForm =
  | { kind: 'done'; to: string; cookies: string[] }
  | { kind: 'refused'; status: number; form: RefusedForm }

/** Whether a page with this pattern has a form that works without JavaScript. */
export function hasForm(pattern: string): pattern is FormPage {
  return FORM_PAGES.some((page) => page === pattern)
}

/** Sends a page's form to the Worker. Never rejects: without an answer the form is refused with 503. */
export async function postForm({ API, request_id }: EdgeEnv, request: Request): Promise<PostedForm> {
  if (isTooLarge(request)) {
    const [status, message] = ERRORS.too_large
    return { kind: 'refused', status, form: { values: {}, code: 'too_large', message, errors: [], retry_after: null } }
  }
  const values = await keptValues(request)
  try {
    const response = await API.fetch(fromOutside(request))
    const to = response.status === 303 ? response.headers.get('location') : null
    if (to !== null) return { kind: 'done', to, cookies: response.headers.getSetCookie() }
    // The Worker's onError wrote it.
    const { error, errors }: ErrorEnvelope = await response.json()
    const retry_after = Number(response.headers.get('retry-after')) || null
    const message = response.status < 500 ? error.message : withReference(error.message, request_id ?? null)
    return { kind: 'refused', status: response.status, form: { ...error, message, values, errors, retry_after } }
  } catch {
    const message = withReference(ERRORS.internal[1], request_id ?? null)
    return { kind: 'refused', status: 503, form: { values, code: 'internal', message, errors: [], retry_after: null } }
  }
}

/** The fields to show again, of a copy of the request. A form that does not say its length keeps nothing. */
async function keptValues(request: Request): Promise<RefusedForm['values']> {
  if (!request.headers.has('content-length')) return {}
  const text = new TextDecoder().decode(await request.clone().arrayBuffer())
  const fields = joinedFields(text)
  const ofSteps = Object.keys(fields).filter((name) => /^\d+\./.test(name))
  return Object.fromEntries([...KEPT_FIELDS, ...ofSteps].map((name) => [name, fields[name] ?? '']))
}
