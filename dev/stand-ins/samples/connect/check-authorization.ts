import { fileScope } from '../../../../worker/services/format/http/file-scope.ts'
import { namesToken } from '../../../../worker/services/format/http/send-request.ts'
import type { ServiceDefinition } from '../../../../worker/services/format/service-definition.ts'
import { fill, namesIn, type Scope } from '../../../../worker/services/format/template.ts'
import type { Asked } from '../fit/fit-request.ts'
import type { Found } from '../fit/find-requests.ts'
import { fitText, mayBeEmpty } from '../fit/fit-text.ts'
import { sampleCredentials } from './sample-credentials.ts'

/** `missing`: the file would have sent it. `wrong`: another value than the right one, such as an old key. */
type Authorized = { kind: 'right' } | { kind: 'missing'; words: string } | { kind: 'wrong' }

type Around = {
  definition: ServiceDefinition
  address: string
  /** Whether an access token came of a sign-in and still works. */
  hasAccess: (token: string) => boolean
}

/** Whether a request says whose it is, as the file has it: in headers, Basic, the address or a Bearer token. */
export function checkAuthorization({ asked: { request, of }, holes }: Found, asked: Asked, around: Around): Authorized {
  const { definition, address, hasAccess } = around
  const credentials = sampleCredentials(definition, address)
  const io = { credentials, base_url: address, timezone: 'UTC', now: 0, key: null }
  const scope = fileScope({ connect: definition.connect }, { fields: [], values: {} }, io)
  for (const { name, source, value } of holes) {
    if (!name.startsWith('credentials.')) continue
    const right = fill(source, scope)
    if (value !== right && right !== address + value) return { kind: 'wrong' }
  }
  const sent = asked.headers.get('authorization')
  const [, bearer = ''] = /^Bearer (.*)$/i.exec(sent ?? '') ?? []
  const written = headersOf(definition, request)
  for (const [name, template] of Object.entries(written)) {
    // A sign-in's token is sent as a Bearer token, also where a pasted key is not.
    if (name === 'authorization' && hasAccess(bearer)) continue
    const checked = checkHeader({ name, template, sent: asked.headers.get(name) }, scope)
    if (checked.kind !== 'right') return checked
  }
  const { token } = { token: credentials['key'], ...credentials }
  if (token === undefined || 'authorization' in written || namesToken(request)) return { kind: 'right' }
  // Code also asks before anybody has signed in.
  if (sent === null) return of === 'named' ? { kind: 'right' } : { kind: 'missing', words: 'sends no authorization' }
  return bearer === token || hasAccess(bearer) ? { kind: 'right' } : { kind: 'wrong' }
}

/** The headers that the file writes, by their names in small letters. */
function headersOf(definition: ServiceDefinition, request: Found['asked']['request']): Record<string, string> {
  const basic = request.basic ?? definition.basic
  const headers = Object.entries({ ...definition.headers, ...request.headers })
  const named = Object.fromEntries(headers.map(([name, template]) => [name.toLowerCase(), template]))
  return { ...(basic !== undefined && { authorization: `{{basic}} ${basic}` }), ...named }
}

const BASIC = '{{basic}} '

function checkHeader(
  { name, template, sent }: { name: string; template: string; sent: string | null },
  scope: Scope,
): Authorized {
  const isBasic = template.startsWith(BASIC)
  const plain = isBasic ? template.slice(BASIC.length) : template
  const names = namesIn(plain)
  const isSecret = names.some((each) => each.startsWith('credentials.'))
  if (sent === null) {
    return mayBeEmpty(plain) && !isSecret ? { kind: 'right' } : { kind: 'missing', words: `lacks the header ${name}` }
  }
  const text = isBasic ? Buffer.from(sent.replace(/^Basic /i, ''), 'base64').toString() : sent
  if (names.every((each) => each.startsWith('credentials.')) && text === fill(plain, scope)) return { kind: 'right' }
  const fit = fitText(plain, text)
  if (!fit) return isSecret ? { kind: 'wrong' } : { kind: 'missing', words: `has another ${name} than the file` }
  const isRight = fit.holes.every(
    (hole) => !hole.name.startsWith('credentials.') || hole.value === fill(hole.source, scope),
  )
  return isRight ? { kind: 'right' } : { kind: 'wrong' }
}
