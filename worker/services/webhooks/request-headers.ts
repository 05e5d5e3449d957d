import type { FieldDefinition } from '../format/service-definition.ts'

const NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/
/** Headers that the platform and we set, and those that would change how a request is framed. */
const OURS =
  /^(?:host|content-length|content-type|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|user-agent|idempotency-key|x-request-id|webhook-(?:id|timestamp|signature)|proxy-.+|cf-.+|sec-.+|x-forwarded-.+)$/i
const SECRET = /^(?:(?:proxy-)?authorization|cookie)$|(?:api-?key|token|secret|password|credential)/i

type Header = [name: string, value: string]

/** One header a line, such as `X-Name: value`; null for a text with another line. Empty lines do not count. */
export function readHeaders(text: string): Header[] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const headers = lines.map((line): Header => {
    const colon = line.indexOf(':')
    return colon < 0 ? ['', ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()]
  })
  return headers.every(([name, value]) => NAME.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value)) ? headers : null
}

const ONE_A_LINE = 'Write one header a line, such as "X-Name: value".'

/** Shown on the Applet's page, so nothing secret may be in it. */
export function headersProblem(text: string): string | null {
  const headers = readHeaders(text)
  if (headers === null) return ONE_A_LINE
  const secret = headers.find(([name]) => SECRET.test(name))
  if (secret) return `Put ${secret[0]} into the secret header, where nobody can read it.`
  return reservedProblem(headers)
}

export function secretHeaderProblem(text: string): string | null {
  const headers = readHeaders(text)
  if (headers === null || headers.length !== 1) return 'Write one header, such as "Authorization: Bearer …".'
  return reservedProblem(headers)
}

function reservedProblem(headers: Header[]): string | null {
  const reserved = headers.find(([name]) => OURS.test(name))
  return reserved ? `${reserved[0]} cannot be set here.` : null
}

/** The field for a header that carries a token. */
export const secretHeader: FieldDefinition = {
  slug: 'secret_header',
  label: 'Secret header',
  type: 'secret',
  required: false,
  hint: 'A header with a token or password, such as "Authorization: Bearer …". It is stored encrypted and never shown.',
}

/** Finds the parts of a secret header that must not be repeated: its value, and a token in it. */
export function secretsOf(text: string): string[] {
  const [[, value] = ['', '']] = readHeaders(text) ?? []
  const token = value.slice(value.lastIndexOf(' ') + 1)
  return [...new Set([text.trim(), value, token])].filter((each) => each.length >= 4)
}
