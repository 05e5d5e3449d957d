import { parseJson } from '../../../../worker/contract/shared/parse-json.ts'
import { methodOf } from '../../../../worker/services/format/http/fill-request.ts'
import { namesValue } from '../../../../worker/services/format/http/paged-requests.ts'
import type { NextFile, RequestFile } from '../../../../worker/services/format/service-definition.ts'
import { fitJson } from './fit-json.ts'
import type { FileRequest } from './file-requests.ts'
import { EMPTY_FIT, fitText, joinFits, mayBeEmpty, strangeFit, type Fit } from './fit-text.ts'

/** A request as it came. `path`: below the service's address. */
export type Asked = { method: string; path: string; query: URLSearchParams; headers: Headers; body: string }

/** The parameter of pages that our own addresses name. */
export const SAMPLE_PAGE = 'sample_page'

/** An address that is all pasted, such as that of a webhook. */
const PASTED = /^\{\{credentials\.\w+\}\}$/

/** How a request fits one of a file; null where it is another. */
export function fitRequest({ request, next }: FileRequest, asked: Asked): Fit | null {
  const { method, address } = methodOf(request) ?? { method: 'get', address: '' }
  if (method.toUpperCase() !== asked.method) return null
  const [path = '', query = ''] = splitAddress(address)
  const written = { ...Object.fromEntries(new URLSearchParams(query)), ...request.query }
  if (PASTED.test(address)) return joinFits([fitPasted(address, written, asked), fitBody(request, asked)])
  return joinFits([
    fitSegments(path.split('/'), asked.path.split('/')),
    fitQuery({ written, request, next }, asked.query),
    fitBody(request, asked),
  ])
}

/** All hosts of a service are at one address here. */
function splitAddress(address: string): string[] {
  return address.replace(/^https:\/\/[^/]+/, '').split('?')
}

/** What is pasted may have parameters of its own. */
function fitPasted(address: string, written: NonNullable<RequestFile['query']>, { path, query }: Asked): Fit | null {
  const own = [...query].filter(([name]) => Object.hasOwn(written, name))
  const rest = new URLSearchParams([...query].filter(([name]) => !Object.hasOwn(written, name)))
  const value = rest.size === 0 ? path : `${path}?${rest}`
  const pasted = { ...EMPTY_FIT, holes: [{ name: address.slice(2, -2), source: address, value }] }
  return joinFits([pasted, fitQuery({ written, request: {}, next: undefined }, new URLSearchParams(own))])
}

/** A segment that came out empty went with its slash. */
function fitSegments(written: readonly string[], sent: readonly string[]): Fit | null {
  const [template, ...others] = written
  if (template === undefined) return sent.length === 0 ? EMPTY_FIT : null
  const [segment, ...following] = sent
  const here = segment === undefined ? null : fitText(template, decodeSegment(segment))
  const fit = here && joinFits([here, fitSegments(others, following)])
  if (fit) return fit
  const left = template === '' || !mayBeEmpty(template) ? null : fitText(template, '')
  return left && joinFits([left, fitSegments(others, sent)])
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

type Query = { written: NonNullable<RequestFile['query']>; request: RequestFile; next: NextFile | undefined }

function fitQuery({ written, request, next }: Query, sent: URLSearchParams): Fit | null {
  const page = namesValue(request, 'next') ? null : pageParameter(next)
  const fits = [...sent].map(([name, value]) => {
    if (name === page && value !== written[name])
      return { ...EMPTY_FIT, holes: [{ name: 'next', source: '{{next}}', value }] }
    const template = written[name]
    if (template === undefined) return strangeFit(`the query parameter ${name}`)
    return typeof template === 'string' ? fitText(template, value) : fitJson(template, value)
  })
  const missing = Object.entries(written).flatMap(([name, template]) =>
    !sent.has(name) && typeof template === 'string' && template !== '' && !mayBeEmpty(template) ? name : [],
  )
  return joinFits([...fits, ...missing.map((name) => strangeFit(`no query parameter ${name}`))])
}

/** The query parameter that names a page; null where there are no pages. */
export function pageParameter(next: NextFile | undefined): string | null {
  if (next === undefined) return null
  if (typeof next === 'string') return 'cursor'
  return 'query' in next ? next.query : SAMPLE_PAGE
}

function fitBody({ json, form }: RequestFile, { headers, body }: Asked): Fit | null {
  const [type = ''] = (headers.get('content-type') ?? '').split(';')
  if (form) {
    return type === 'application/x-www-form-urlencoded' ? fitForm(form, new URLSearchParams(body)) : wrongType(type)
  }
  if (json !== undefined) {
    return type === 'application/json' ? fitJson(json, parseJson(body)) : wrongType(type)
  }
  return body === '' ? EMPTY_FIT : strangeFit('a body')
}

function wrongType(type: string): Fit {
  return strangeFit(type === '' ? 'no content type' : `the content type ${type}`)
}

function fitForm(form: NonNullable<RequestFile['form']>, sent: URLSearchParams): Fit | null {
  const written = Object.entries(form)
  const fits = [...sent].map(([name, value]) => {
    const [, template] = written.find(([each]) => fitText(each, name)) ?? []
    return template === undefined ? strangeFit(`the key ${name}`) : fitText(template, value)
  })
  const isMissing = written.some(([name, template]) => !name.includes('{{') && !sent.has(name) && !mayBeEmpty(template))
  return isMissing ? null : joinFits(fits)
}
