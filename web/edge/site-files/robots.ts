/** Addresses that are of no use to crawlers: calls, and pages that only act or belong to one user. */
const NOT_CRAWLED = [
  '/api/',
  '/graphql',
  '/hooks/',
  '/trigger/',
  '/webhooks/stripe',
  '/activate',
  '/session/',
  '/subscribe/',
  '/subscriptions/',
  '/billing/',
  '/stored_fields/',
]

export function robotsTxt(origin: string): string {
  const rules = NOT_CRAWLED.map((path) => `Disallow: ${path}`)
  return ['User-agent: *', ...rules, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n')
}
