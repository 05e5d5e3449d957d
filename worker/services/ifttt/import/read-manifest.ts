import { definitionProblems } from '../../format/check/definition-problems.ts'
import { schemaProblems } from '../../format/check/zod-problems.ts'
import { takenNames, unreadableTexts, type Surroundings } from '../../format/check/file-problems.ts'
import type { FileProblem } from '../../../system/runner-api/service-checker.ts'
import type { ManifestJson } from './manifest-json.ts'
import { savedManifest } from './saved-manifest.ts'

/** `refusal`: why an address is never opened, or null. */
type ManifestSurroundings = Surroundings & { refusal: (address: string) => string | null }

type ReadManifest = { kind: 'service'; manifest: ManifestJson } | { kind: 'wrong'; problems: FileProblem[] }

/**
 * The manifest of a service of IFTTT's protocol from its JSON, or all that is wrong with it. Nothing is sent anywhere.
 * The first call loads the schema, to keep the start of the Worker fast.
 */
export async function readManifest(document: unknown, surroundings: ManifestSurroundings): Promise<ReadManifest> {
  const { manifestJson } = await import('./manifest-json.ts')
  const parsed = manifestJson.safeParse(document, { reportInput: true })
  if (!parsed.success) return { kind: 'wrong', problems: schemaProblems(parsed.error) }
  const problems = [
    ...definitionProblems(savedManifest(parsed.data)),
    ...takenNames(parsed.data, surroundings),
    ...unreadableTexts(parsed.data),
    ...wrongAddresses(parsed.data, surroundings),
  ]
  return problems.length > 0 ? { kind: 'wrong', problems } : { kind: 'service', manifest: parsed.data }
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
