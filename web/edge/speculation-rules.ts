/** Where the rules are; named by the Speculation-Rules header of cached pages. */
export const SPECULATION_RULES_PATH = '/speculation-rules.json'

/** Pages that start something, or that are one viewer's alone: never fetched before they are wanted. */
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
 * Lets a visitor's browser fetch the next public page while the pointer is still on its link. Only documents without a
 * session name these rules: what a signed-in viewer sees changes between hover and press.
 */
export function speculationRules(): Response {
  return new Response(JSON.stringify(RULES), {
    headers: {
      'content-type': 'application/speculationrules+json',
      'cache-control': 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
    },
  })
}
