import { securityHeaders } from './security-headers.ts'

/** The address of the rules, named by the Speculation-Rules header of cached pages. */
export const SPECULATION_RULES_PATH = '/speculation-rules.json'

/** Pages that start an action or belong to one viewer are never prefetched. */
const NOT_AHEAD = ['/activate*', '/api/*', '/session/*', '/my_applets*', '/settings*', '/subscribe*', '/*/edit']

const RULES = {
  prefetch: [
    {
      where: { and: [{ href_matches: '/*' }, { not: { href_matches: NOT_AHEAD } }] },
      eagerness: 'moderate',
    },
  ],
}

/**
 * Lets a visitor's browser prefetch the next public page while the pointer is on its link. Documents with a session do not
 * name these rules, because a signed-in viewer's page may change between hover and press.
 */
export function speculationRules(): Response {
  return new Response(JSON.stringify(RULES), {
    headers: {
      'content-type': 'application/speculationrules+json',
      'cache-control': 'public, max-age=3600',
      ...securityHeaders({ nonce: null }),
    },
  })
}
