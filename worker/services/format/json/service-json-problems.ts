import { looksOf } from '../../../contract/shared/lookalike-letters.ts'
import { isUnfit, isVisible } from '../../../contract/shared/visible-text.ts'
import { RESERVED_SEGMENTS } from '../../../contract/addresses.ts'
import { SENTENCES } from '../../../contract/errors.ts'
import { serviceName, stepName } from '../../../engine/filter/service-names.ts'
import { exampleProblems } from './example-problems.ts'
import type { JsonProblem, ServiceJson } from './service-json.ts'

/**
 * A site's own facts beside the file: other services that it has, and hosts that it allows (all public ones if empty).
 */
export type Surroundings = {
  taken: readonly { module_name: string; identifier: string; name: string }[]
  allowed_hosts: readonly string[]
}

const KINDS = ['triggers', 'queries', 'actions'] as const
const PRIVATE = /\.(?:localhost|local|internal|lan|intranet|arpa|invalid)$/
/** How keys of well-known services begin. */
const KNOWN_KEY = /\b(?:sk_live_|sk-|ghp_|github_pat_|glpat-|xox[abp]-|AKIA|eyJhbGci)[\w-]{8,}/
const NAME_OF_SECRET = /(?:^|[-_])(?:authorization|key|token|secret|password)$/i
const PLACEHOLDER = /\{\{[^{}]*\}\}/g

/** Finds what no schema can in a service's JSON file (`definitionProblems` has what holds for all services). */
export function serviceJsonProblems(json: ServiceJson, surroundings: Surroundings): JsonProblem[] {
  return [
    ...takenNames(json, surroundings),
    ...clashingNames(json),
    ...unreadableTexts(json),
    ...wrongHosts(json, surroundings),
    ...reservedHeaders(json),
    ...unknownHosts(json),
    ...secretsInFile(json),
    ...wrongSamples(json),
    ...exampleProblems(json),
  ]
}

/** Names that the site or another of its services has. */
export function takenNames(
  { id, name, short_name = name }: Pick<ServiceJson, 'id' | 'name' | 'short_name'>,
  { taken }: Pick<Surroundings, 'taken'>,
): JsonProblem[] {
  const others = taken.filter(({ module_name }) => module_name !== id)
  const identifier = serviceName(short_name.slice(0, 20))
  const double = others.find((each) => [name, short_name].some((text) => looksOf(text) === looksOf(each.name)))
  return [
    ...(RESERVED_SEGMENTS.has(id)
      ? [{ path: ['id'], message: `"${id}" is an address of this site. Choose another.` }]
      : []),
    ...(others.length < taken.length ? [{ path: ['id'], message: SENTENCES.service_id_taken(id) }] : []),
    ...(double
      ? [{ path: ['name'], message: `looks like ${double.name}, another service of this site. Rename it.` }]
      : []),
    ...(others.some((each) => each.identifier === identifier)
      ? [
          {
            path: ['short_name'],
            message: `filter code would call it ${identifier}, like another service. Choose another.`,
          },
        ]
      : []),
  ]
}

/** Keys that hold what people read. */
const SHOWN = ['name', 'short_name', 'description', 'label', 'group', 'hint', 'keywords', 'credit']
/** Below these stands what is sent and answered. */
const SENT = ['query', 'headers', 'json', 'samples']

/** Texts of a file in which there is nothing to see, or more than one sees. */
export function unreadableTexts(file: object): JsonProblem[] {
  return textsIn(file, []).flatMap(({ path, text }) => {
    const isShown = SHOWN.includes(String(path.findLast((part) => typeof part === 'string')))
    if (!isShown || path.some((part) => SENT.includes(String(part)))) return []
    if (isUnfit(text)) return [{ path, message: 'has characters that hide or reverse a part of it. Remove them.' }]
    return isVisible(text) ? [] : [{ path, message: 'has nothing that people could see.' }]
  })
}

/** Headers that the connection and we set ourselves, such as the key of an effect. */
const RESERVED =
  /^(?:host|content-length|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|user-agent|idempotency-key|x-request-id|proxy-.+|cf-.+|sec-.+|x-forwarded-.+)$/i

function reservedHeaders(json: ServiceJson): JsonProblem[] {
  return textsIn(json, []).flatMap(({ path }) => {
    const name = String(path.at(-1))
    const isHeader = path.at(-2) === 'headers' && !path.includes('json') && path[0] !== 'samples'
    return isHeader && RESERVED.test(name) ? [{ path, message: `${name} is set for you. Remove it.` }] : []
  })
}

/** Steps, fields and ingredients are told apart in filter code by names without case and underscores. */
function clashingNames(json: ServiceJson): JsonProblem[] {
  return KINDS.flatMap((kind) => {
    const steps = json[kind] ?? []
    return [
      ...repeated(steps.map(({ slug }) => stepName(slug))).map((index) => ({
        path: [kind, index, 'slug'],
        message: 'another step has this name in filter code. Choose another.',
      })),
      ...steps.flatMap(({ fields = [], ...step }, at) => [
        ...repeated(fields.map(({ slug }) => slug)).map((index) => ({
          path: [kind, at, 'fields', index, 'slug'],
          message: 'is there twice. Rename one.',
        })),
        ...repeated('ingredients' in step ? step.ingredients.map(({ slug }) => slug) : []).map((index) => ({
          path: [kind, at, 'ingredients', index, 'slug'],
          message: 'is there twice. Rename one.',
        })),
      ]),
    ]
  })
}

function repeated(names: readonly string[]): number[] {
  return names.flatMap((name, index) => (names.indexOf(name) < index ? [index] : []))
}

function wrongHosts({ hosts }: ServiceJson, { allowed_hosts }: Surroundings): JsonProblem[] {
  return hosts.flatMap((host, index) => {
    const path = ['hosts', index]
    if (PRIVATE.test(host)) return [{ path, message: `${host} is a private name. Only public hosts are reached.` }]
    if (allowed_hosts.length === 0 || allowed_hosts.includes(host)) return []
    return [{ path, message: `this site does not allow ${host}. Its operator lists hosts in SERVICE_HOSTS.` }]
  })
}

/** Every address that is written down is at one of the hosts; a path alone is at the first. */
function unknownHosts(json: ServiceJson): JsonProblem[] {
  const { connect, hosts } = json
  const own = connect.kind === 'key' && (connect.fields ?? []).some(({ base }) => base)
  return textsIn(json, []).flatMap(({ path, text }) => {
    if (!isAddress(path)) return []
    if (text.startsWith('/')) {
      if (hosts.length > 0 || own) return []
      return [{ path, message: 'is at no host. List the service’s host under "hosts".' }]
    }
    const host = new URL(text.replaceAll(PLACEHOLDER, 'x')).host
    return hosts.includes(host) ? [] : [{ path, message: `${host} is not listed under "hosts". Add it there.` }]
  })
}

const ADDRESS_KEYS = ['get', 'post', 'put', 'patch', 'delete', 'authorize_url', 'token_url', 'revoke_url']

function isAddress(path: JsonProblem['path']): boolean {
  const last = path.at(-1)
  return typeof last === 'string' && ADDRESS_KEYS.includes(last) && !path.includes('json') && path[0] !== 'samples'
}

/** A key of the author's own would be everybody's. */
function secretsInFile(json: ServiceJson): JsonProblem[] {
  return textsIn(json, []).flatMap(({ path, text }) => {
    if (path[0] === 'samples') return []
    const fixed = text.replaceAll(PLACEHOLDER, '').trim()
    const named = /^(?:headers|query)$/.test(String(path.at(-2))) && NAME_OF_SECRET.test(String(path.at(-1)))
    const isSecret =
      KNOWN_KEY.test(fixed) || (named && fixed.replace(/^(?:Bearer|Basic|Token|Key)\b/i, '').trim() !== '')
    if (!isSecret) return []
    return [{ path, message: 'looks like a secret. Ask for it with "connect" and name it as {{credentials.…}}.' }]
  })
}

function textsIn(value: unknown, path: JsonProblem['path']): { path: JsonProblem['path']; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (Array.isArray(value)) return value.flatMap((each, index) => textsIn(each, [...path, index]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => textsIn(each, [...path, name]))
}

/** Each step has a sample, and each sample a step. */
function wrongSamples(json: ServiceJson): JsonProblem[] {
  return KINDS.flatMap((kind) => {
    const steps = json[kind] ?? []
    const samples = json.samples?.[kind] ?? {}
    return [
      ...steps.flatMap(({ slug }, index) =>
        Object.hasOwn(samples, slug)
          ? []
          : [{ path: [kind, index], message: `${slug} has no sample. Add one under "samples.${kind}.${slug}".` }],
      ),
      ...Object.keys(samples)
        .filter((slug) => !steps.some((step) => step.slug === slug))
        .map((slug) => ({ path: ['samples', kind, slug], message: `there is no step ${slug}. Remove this sample.` })),
    ]
  })
}
