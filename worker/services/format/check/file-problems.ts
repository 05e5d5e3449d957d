import { looksOf } from '../../../contract/shared/lookalike-letters.ts'
import { isUnfit, isVisible } from '../../../contract/shared/visible-text.ts'
import { RESERVED_SEGMENTS } from '../../../contract/addresses.ts'
import { SENTENCES } from '../../../contract/errors.ts'
import { stepName } from '../../../engine/filter/service-names.ts'
import { exampleProblems } from './example-problems.ts'
import { methodOf } from '../http/fill-request.ts'
import { serverField } from '../connect-values.ts'
import { identifierOf, shortName, type ServiceDefinition } from '../service-definition.ts'
import type { FileProblem } from '../../../system/runner-api/service-checker.ts'

/**
 * A site's own facts beside the file: other services that it has, and hosts that it allows (all public ones if empty).
 */
export type Surroundings = {
  taken: readonly Named[]
  allowed_hosts: readonly string[]
}

type Named = Pick<ServiceDefinition, 'id' | 'name' | 'short_name'>

const KINDS = ['triggers', 'queries', 'actions'] as const
const PRIVATE = /\.(?:localhost|local|internal|lan|intranet|arpa|invalid)$/
/** How keys of well-known services begin. */
const KNOWN_KEY = /\b(?:sk_live_|sk-|ghp_|github_pat_|glpat-|xox[abp]-|AKIA|eyJhbGci)[\w-]{8,}/
const NAME_OF_SECRET = /(?:^|[-_])(?:authorization|key|token|secret|password)$/i
const PLACEHOLDER = /\{\{[^{}]*\}\}/g

/** Finds what no schema can in a service's JSON file (`definitionProblems` has what holds for all services). */
export function fileProblems(json: ServiceDefinition, surroundings: Surroundings): FileProblem[] {
  return [
    ...tooLarge(json),
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

/** Every Worker reads it as it starts. */
const FILE_MAX = 1024 * 1024

function tooLarge(json: ServiceDefinition): FileProblem[] {
  if (JSON.stringify(json).length <= FILE_MAX) return []
  return [{ path: [], message: 'is larger than 1 MB. Shorten its samples: one item of each kind is enough.' }]
}

const FORMAT = 'service-1.json'

/** A file of another version of this format has other keys, so nothing else of it is told. */
export function otherFormat(document: unknown): FileProblem[] {
  const schema: unknown =
    typeof document === 'object' && document !== null ? Reflect.get(document, '$schema') : undefined
  if (typeof schema !== 'string' || schema.split('/').at(-1) === FORMAT) return []
  return [{ path: ['$schema'], message: `names another format. Files here are of ${FORMAT}.` }]
}

/** Names that the site or another of its services has. */
export function takenNames(service: Named, { taken }: Pick<Surroundings, 'taken'>): FileProblem[] {
  const { id, name } = service
  const others = taken.filter((each) => each.id !== id)
  const identifier = identifierOf(service)
  const double = others.find((each) => [name, shortName(service)].some((text) => looksOf(text) === looksOf(each.name)))
  return [
    ...(RESERVED_SEGMENTS.has(id)
      ? [{ path: ['id'], message: `"${id}" is an address of this site. Choose another.` }]
      : []),
    ...(others.length < taken.length ? [{ path: ['id'], message: SENTENCES.service_id_taken(id) }] : []),
    ...(double
      ? [{ path: ['name'], message: `looks like ${double.name}, another service of this site. Rename it.` }]
      : []),
    ...(others.some((each) => identifierOf(each) === identifier)
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
const SHOWN = [
  'name',
  'short_name',
  'description',
  'phrase',
  'sentence',
  'label',
  'group',
  'hint',
  'message',
  'keywords',
  'credit',
]
/** Below these stands what is sent and answered. */
const SENT = ['query', 'headers', 'json', 'form', 'samples']

/** Texts of a file in which there is nothing to see, or more than one sees. */
export function unreadableTexts(file: object): FileProblem[] {
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

function reservedHeaders(json: ServiceDefinition): FileProblem[] {
  return textsIn(json, []).flatMap(({ path }) => {
    const name = String(path.at(-1))
    const isHeader = path.at(-2) === 'headers' && !path.includes('json') && path[0] !== 'samples'
    return isHeader && RESERVED.test(name) ? [{ path, message: `${name} is set for you. Remove it.` }] : []
  })
}

/** Steps, fields and ingredients are told apart in filter code by names without case and underscores. */
function clashingNames(json: ServiceDefinition): FileProblem[] {
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

function wrongHosts({ hosts }: ServiceDefinition, { allowed_hosts }: Surroundings): FileProblem[] {
  return hosts.flatMap((host, index) => {
    const path = ['hosts', index]
    if (PRIVATE.test(host)) return [{ path, message: `${host} is a private name. Only public hosts are reached.` }]
    if (allowed_hosts.length === 0 || allowed_hosts.includes(host)) return []
    return [{ path, message: `this site does not allow ${host}. Its operator lists hosts in SERVICE_HOSTS.` }]
  })
}

/** Every address that is written down is at one of the hosts; a path alone is at the first. */
function unknownHosts(json: ServiceDefinition): FileProblem[] {
  const { hosts } = json
  const own = serverField(json) !== null
  return textsIn(json, []).flatMap(({ path, text }) => {
    if (!isAddress(path) || text.startsWith('{{')) return []
    if (text.startsWith('/')) {
      if (hosts.length > 0 || own) return []
      return [{ path, message: 'is at no host. List the service’s host under "hosts".' }]
    }
    const address = text.replaceAll(PLACEHOLDER, 'x')
    if (!URL.canParse(address)) return [{ path, message: `${text} is not an address.` }]
    const { host } = new URL(address)
    return hosts.includes(host) ? [] : [{ path, message: `${host} is not listed under "hosts". Add it there.` }]
  })
}

const ADDRESS_KEYS = ['get', 'post', 'put', 'patch', 'delete', 'authorize_url', 'token_url', 'revoke_url']
/** What stands in these is named by the service. */
const PARTS_SENT = ['query', 'headers', 'json', 'form', 'samples']

function isAddress(path: FileProblem['path']): boolean {
  const last = path.at(-1)
  const isSent = path.slice(0, -1).some((each) => PARTS_SENT.includes(String(each)))
  return typeof last === 'string' && ADDRESS_KEYS.includes(last) && !isSent
}

/** Beside what is filled in, only a long word with digits can be a key: `OAuth oauth_token="{{credentials.token}}"` is none. */
const LIKE_A_KEY = /(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{16,}/

/** More than the name of a scheme. */
function isWritten(text: string): boolean {
  return text.replace(/^(?:Bearer|Basic|Token|Key)\b/i, '').trim() !== ''
}

/** A key of the author's own would be everybody's. */
function secretsInFile(json: ServiceDefinition): FileProblem[] {
  return textsIn(json, []).flatMap(({ path, text }) => {
    if (path[0] === 'samples') return []
    const fixed = text.replaceAll(PLACEHOLDER, '').trim()
    const named = /^(?:headers|query)$/.test(String(path.at(-2))) && NAME_OF_SECRET.test(String(path.at(-1)))
    const isSecret =
      KNOWN_KEY.test(fixed) || (named && (fixed === text.trim() ? isWritten(fixed) : LIKE_A_KEY.test(fixed)))
    if (!isSecret) return []
    return [{ path, message: 'looks like a secret. Ask for it with "connect" and name it as {{credentials.…}}.' }]
  })
}

function textsIn(value: unknown, path: FileProblem['path']): { path: FileProblem['path']; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (Array.isArray(value)) return value.flatMap((each, index) => textsIn(each, [...path, index]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => textsIn(each, [...path, name]))
}

/** Each step has a sample, and each sample a step. */
function wrongSamples(json: ServiceDefinition): FileProblem[] {
  const ofSteps = KINDS.flatMap((kind) => {
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
  return [...ofSteps, ...wrongAccountSample(json)]
}

/** Who the account is must be shown too, where the service is asked for it. */
function wrongAccountSample({ connect, samples = {} }: ServiceDefinition): FileProblem[] {
  const isAsked = connect.kind !== 'none' && connect.account !== undefined && methodOf(connect.account) !== null
  if (isAsked === (samples.account !== undefined)) return []
  return isAsked
    ? [{ path: ['connect', 'account'], message: 'has no sample. Add its answer under "samples.account".' }]
    : [{ path: ['samples', 'account'], message: 'no account is asked for. Remove this sample.' }]
}
