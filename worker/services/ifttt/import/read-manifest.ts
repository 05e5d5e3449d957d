import { definitionProblems } from '../../format/check/definition-problems.ts'
import { schemaProblems } from '../../format/check/zod-problems.ts'
import { takenNames, unreadableTexts, type Surroundings } from '../../format/check/file-problems.ts'
import type { FileProblem } from '../../format/service-schema.ts'
import type { ServiceDefinition } from '../../format/service-definition.ts'
import { iftttService } from '../ifttt-service.ts'
import { manifestJson, toManifest } from './manifest-json.ts'

/** `refusal`: why an address is never opened, or null. */
type ManifestSurroundings = Surroundings & { refusal: (address: string) => string | null }

type ReadManifest = { kind: 'service'; definition: ServiceDefinition } | { kind: 'wrong'; problems: FileProblem[] }

/** Whether the JSON says that it is of a service of IFTTT's protocol. */
export function isManifest(document: unknown): boolean {
  return typeof document === 'object' && document !== null && Reflect.get(document, 'transport') === 'ifttt'
}

/**
 * A service of IFTTT's protocol from the JSON of its manifest, or all that is wrong with it. Nothing is sent anywhere.
 */
export function readManifest(document: unknown, surroundings: ManifestSurroundings): ReadManifest {
  const parsed = manifestJson.safeParse(document, { reportInput: true })
  if (!parsed.success) return { kind: 'wrong', problems: schemaProblems(parsed.error) }
  const definition = iftttService(toManifest(parsed.data))
  const problems = [
    ...definitionProblems(definition),
    ...takenNames(parsed.data, surroundings),
    ...unreadableTexts(parsed.data),
    ...wrongAddresses(parsed.data, surroundings),
  ]
  return problems.length > 0 ? { kind: 'wrong', problems } : { kind: 'service', definition }
}

type Addresses = { api_url: string; sign_in: { authorize_url: string; token_url: string } | null }

/** All that is asked is at hosts that the site allows and opens: the addresses of the sign-in too. */
function wrongAddresses({ api_url, sign_in }: Addresses, { allowed_hosts, refusal }: ManifestSurroundings) {
  const addresses = [
    { path: ['api_url'], address: api_url },
    ...Object.entries(sign_in ?? {}).map(([key, address]) => ({ path: ['sign_in', key], address })),
  ]
  return addresses.flatMap(({ path, address }): FileProblem[] => {
    const whole = address.startsWith('/') ? api_url + address : address
    if (!URL.canParse(whole)) return [{ path, message: 'must be an address' }]
    const { hostname } = new URL(whole)
    const why = refusal(whole)
    if (why !== null) return [{ path, message: `we do not open ${hostname}: ${why}.` }]
    if (allowed_hosts.length === 0 || allowed_hosts.includes(hostname)) return []
    return [{ path, message: `this site does not allow ${hostname}. Its operator lists hosts in SERVICE_HOSTS.` }]
  })
}

/** The service of a manifest that was read before it was saved. */
export function savedManifest(document: unknown): ServiceDefinition {
  return iftttService(toManifest(document as Parameters<typeof toManifest>[0]))
}
