import { authorPath, RESERVED_SEGMENTS } from '../../../worker/contract/addresses.ts'
import { AUTHOR_CURSOR, type AuthorPage } from '../../../worker/contract/applets/author.ts'
import { STEP_KINDS, STEP_SEGMENTS } from '../../../worker/contract/connections/service.ts'
import { unwrap } from '../../edge/api/api-fetch.ts'
import { fitDescription } from '../../edge/head/fit-description.ts'
import { canonicalAddress } from '../../edge/routing/canonical-address.ts'
import type { LoadInput, Loaded, Route } from '../../edge/routing/page-route.ts'
import { aboutAuthor, aboutSite } from '../../edge/head/structured-data.ts'
import { loadExplore } from './load-explore.ts'
import { STEP_WORDS, stepPath } from './step-words.ts'

const EXPLORE = { name: 'Explore', path: '/explore' }
const SERVICES = { name: 'Services', path: '/services' }

/** The front page for visitors; signed-in users go to their Applets. */
export const homeRoute = {
  pattern: '/',
  page: 'applets/explore/home-page',
  access: 'public',
  async load({ api, whoAsks }) {
    if (await whoAsks) return { kind: 'redirect', to: '/my_applets' }
    const [data, { product_name }] = await Promise.all([unwrap(api.api.home.$get()), unwrap(api.api.settings.$get())])
    const description = 'Applets connect the online services you use: when something happens in one, another acts.'
    return { kind: 'page', data, title: product_name, description, head: { about: aboutSite } }
  },
} as const satisfies Route

export const exploreRoute = {
  pattern: '/explore',
  query: ['q'],
  page: 'applets/explore/explore-page',
  access: 'public',
  load: loadExplore,
} as const satisfies Route

/** Every service, by category. */
export const servicesRoute = {
  pattern: '/services',
  page: 'applets/explore/services-page',
  access: 'public',
  async load({ api }) {
    const data = await unwrap(api.api.services.$get())
    const description =
      'Browse all services that you can connect: messages, documents, developer tools, homes and more.'
    return { kind: 'page', data, title: 'Services', description, head: { breadcrumbs: [EXPLORE, SERVICES] } }
  },
} as const satisfies Route

/** /authors/{login}: an author's published Applets, a page at a time. */
export const authorRoute = {
  pattern: '/authors/:login([A-Za-z0-9_\\-]+)',
  query: ['after'],
  page: 'applets/explore/author-page',
  access: 'public',
  load: loadAuthor,
} as const satisfies Route

async function loadAuthor(input: LoadInput): Promise<Loaded<AuthorPage>> {
  const { api, params, address } = input
  const after = AUTHOR_CURSOR.test(address.query.after ?? '') ? address.query.after : undefined
  const param = { login: params.login ?? '' }
  const data = await unwrap(api.api.authors[':login'].$get({ param, query: after ? { after } : {} }))
  const { login } = data.author
  const description = `Browse the Applets that ${login} has published, and turn on the ones you like.`
  const breadcrumbs = [EXPLORE, { name: login, path: authorPath(login) }]
  const head = { breadcrumbs, about: aboutAuthor(login), unlisted: after !== undefined }
  const page = { kind: 'page' as const, data, title: `Applets by ${login}`, description, head }
  return canonicalAddress(input, authorPath(login)) ?? page
}

const ABOUT_SERVICE = 'Browse its triggers, queries and actions, and the Applets that use it.'

/** A service's module name; never a reserved first segment or a name with a dot. */
const SERVICE = ':module_name([a-z][a-z0-9_]+)'

/** /{module_name}, with the viewer's accounts streamed after the cached part. Last in the route table, because every other page comes before it. */
export const serviceRoute = {
  pattern: `/${SERVICE}`,
  page: 'applets/explore/service-page',
  access: 'public',
  takesCards: true,
  async load({ api, mine, params, timeZone }) {
    return ofService(params, async (module_name) => {
      const param = { module_name }
      const viewer = mine
        ? unwrap(mine.api.services[':module_name'].viewer.$get({ param })).then(
            ({ viewer: own }) => own && { ...own, timeZone },
          )
        : null
      viewer?.catch(() => null)
      const data = await unwrap(api.api.services[':module_name'].$get({ param }))
      const { name } = data.service
      const description = fitDescription(data.service.description, ABOUT_SERVICE)
      const head = { services: [module_name], breadcrumbs: [EXPLORE, { name, path: `/${module_name}` }] }
      return { kind: 'page', data, title: name, description, head, ...(viewer && { viewer }) }
    })
  },
} as const satisfies Route

/** /{service}/triggers/{slug}, /queries/ and /actions/ (§2.2). */
export const stepRoutes = STEP_KINDS.map(
  (kind) =>
    ({
      pattern: `/${SERVICE}/${STEP_SEGMENTS[kind]}/:slug`,
      page: 'applets/explore/step-page',
      access: 'public',
      takesCards: true,
      load: ({ api, params }: LoadInput) =>
        ofService(params, async (module_name) => {
          const steps = api.api.services[':module_name'][STEP_SEGMENTS[kind]]
          const data = await unwrap(steps[':slug'].$get({ param: { module_name, slug: params.slug ?? '' } }))
          const { step, service } = data
          const one = STEP_WORDS[kind].one.toLowerCase()
          return {
            kind: 'page',
            data,
            title: `${step.name}: ${one} of ${service.name}`,
            description: fitDescription(
              step.description,
              `Use this ${one} of ${service.name} in Applets that connect it with other services.`,
            ),
            head: {
              services: [module_name],
              breadcrumbs: [
                EXPLORE,
                { name: service.name, path: `/${module_name}` },
                { name: step.name, path: stepPath(step) },
              ],
            },
          }
        }),
    }) as const satisfies Route,
)

/** Asks the API only about possible module names. */
async function ofService<Data>(
  { module_name }: Record<string, string>,
  load: (moduleName: string) => Promise<Loaded<Data>>,
): Promise<Loaded<Data>> {
  return module_name && !RESERVED_SEGMENTS.has(module_name) ? load(module_name) : { kind: 'not_found' }
}
