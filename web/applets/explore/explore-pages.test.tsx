import { expect, test } from 'vitest'
import type { StepKind } from '../../../worker/contract/connections/service.ts'
import type { Tier } from '../../../worker/contract/tiers.ts'
import { fulfilled } from '../../site/fulfilled-promise.ts'
import type { Session } from '../../site/session/session.ts'
import { htmlOf, me } from '../../testing/page.fixture.tsx'
import { Page as AuthorPage } from './author-page.tsx'
import { Page as ExplorePage } from './explore-page.tsx'
import { Page as HomePage } from './home-page.tsx'
import { Page as ServicesPage } from './services-page.tsx'
import { Page as ServicePage } from './service-page.tsx'
import { Page as StepPage } from './step-page.tsx'
import { card, service, step } from '../../testing/catalogue.fixture.ts'

const at = (path: string, query: Record<string, string> = {}) => ({
  session: fulfilled<Session<null>>({ kind: 'visitor' }),
  address: { path, query },
})
const user = (tier: Tier) => fulfilled<Session<null>>({ kind: 'user', me: me({ tier }), viewer: null })
type Exclusive = 'intermediate_pro' | 'pro' | null
const NO_TERMS = { is_stopped: false, terms_url: null, credit: null, ways: { sign_in: true, paste: null } }
const exclusive = (minimum_tier: Exclusive, session: Promise<Session<null>> = at('/x').session) =>
  htmlOf(
    <ServicePage
      {...at('/x')}
      session={session}
      data={{ service: service('github', { minimum_tier }), steps: [], applets: [], ...NO_TERMS }}
    />,
  )
const stepOf = (kind: StepKind, minimum_tier: Exclusive, tier: Tier) => {
  const data = {
    service: service('github', { minimum_tier }),
    step: step({ kind }),
    fields: [],
    ingredients: [],
    applets: [],
  }
  return htmlOf(<StepPage {...at('/x')} session={user(tier)} data={data} />)
}
const sheets = service('google_sheets', { brand: { background: '#14794a', tone: 'white' } })

// §1-01
test('the front page explains what an Applet is', () => {
  const html = htmlOf(<HomePage {...at('/')} data={{ services: [], applets: [] }} />)
  expect(html).toContain('runs Applets: when something happens in one service, something happens in another.')
})

// §2.1-37
test('shows visitors "Popular services on {product}" with links', () => {
  const html = htmlOf(<HomePage {...at('/')} data={{ services: [service(), sheets], applets: [card()] }} />)
  expect(html).toContain('>Popular services on Switchyard</h2>')
  expect(html).toMatch(/<a class="service-card[^"]*" href="\/github">/)
  expect(html).toMatch(/<a class="service-card[^"]*" href="\/google_sheets">/)
})

// §2.1-37
test('shows visitors the top Applets with links', () => {
  const html = htmlOf(<HomePage {...at('/')} data={{ services: [], applets: [card()] }} />)
  expect(html).toContain('>Top Applets</h2>')
  expect(html).toMatch(/<a class="card[^"]*" href="\/applets\/star-to-sheet">/)
})

test('the search works without script and keeps its text', () => {
  const html = htmlOf(
    <ExplorePage {...at('/explore', { q: 'sheet' })} data={{ services: [sheets], steps: [], applets: [] }} />,
  )
  expect(html).toMatch(/<form[^>]*action="\/explore" method="get">/)
  expect(html).toMatch(/<input[^>]*name="q"[^>]*value="sheet"/)
  expect(html).toContain('<h1>Results for “sheet”</h1>')
  expect(html).toContain('>1 service<')
})

test('an empty search result says how to continue', () => {
  const html = htmlOf(<ExplorePage {...at('/explore', { q: 'zzz' })} data={{ services: [], steps: [], applets: [] }} />)
  expect(html).toContain('<h2>Nothing found</h2>')
  expect(html).toMatch(/<a href="\/explore"[^>]*>Show everything</)
})

const steps = [
  step({ phrase: 'you star a repository' }),
  step({ kind: 'query', slug: 'open_issues', name: 'Open issues' }),
  step({ kind: 'action', slug: 'create_issue', name: 'Create an issue' }),
]

test('a service lists its linked triggers, queries and actions', () => {
  const html = htmlOf(<ServicePage {...at('/github')} data={{ service: service(), steps, applets: [], ...NO_TERMS }} />)
  expect(html).toContain('<a href="/github/triggers/new_starred_repository">')
  expect(html).toContain('<a href="/github/queries/open_issues">')
  expect(html).toContain('<a href="/github/actions/create_issue">')
})

test('the ideas of a service are sentences', () => {
  const html = htmlOf(<ServicePage {...at('/github')} data={{ service: service(), steps, applets: [], ...NO_TERMS }} />)
  expect(html).toContain('<b>When you star a repository</b>, <b>send a notification</b>')
  expect(html).toContain('<b>Every day</b>, <b>create an issue</b>')
})

test('an unpublished service has no step links', () => {
  const data = { service: service('github', { published: false }), steps, applets: [], ...NO_TERMS }
  const html = htmlOf(<ServicePage {...at('/github')} data={data} />)
  expect(html).toContain('You star a repository')
  expect(html).not.toContain('href="/github/')
})

test('a service without queries has no query list', () => {
  const html = htmlOf(
    <ServicePage {...at('/github')} data={{ service: service(), steps: [step()], applets: [], ...NO_TERMS }} />,
  )
  expect(html).toContain('>Triggers</h2>')
  expect(html).not.toContain('Queries')
})

test('an exclusive service names the plan its Applets need', () => {
  expect(exclusive('intermediate_pro')).toContain('Applets with GitHub need Pro or Pro+.')
  expect(exclusive('pro')).toContain('Applets with GitHub need Pro+.')
  expect(exclusive(null)).not.toContain('/plans')
})

test('a service page offers the plan only to users lacking it', () => {
  expect(exclusive('intermediate_pro')).toContain('<a href="/plans?reason=pro_service_tqas">Compare plans</a>')
  expect(exclusive('intermediate_pro', user('free'))).toContain('<a href="/subscribe/pro">Get Pro</a>')
  expect(exclusive('pro', user('intermediate_pro'))).toContain('<a href="/subscribe/pro_plus">Get Pro+</a>')
  for (const tier of ['intermediate_pro', 'pro'] as const) {
    expect(exclusive('intermediate_pro', user(tier))).not.toMatch(/subscribe|Compare plans/)
  }
  const unsold = fulfilled<Session<null>>({ kind: 'user', me: me({ upgrades: [] }), viewer: null })
  expect(exclusive('intermediate_pro', unsold)).not.toContain('Get Pro')
})

test('steps of exclusive services and queries offer their plan', () => {
  expect(stepOf('trigger', 'intermediate_pro', 'free')).toContain('<a href="/subscribe/pro">Get Pro</a>')
  expect(stepOf('action', 'pro', 'free')).toContain('<a href="/subscribe/pro_plus">Get Pro+</a>')
  expect(stepOf('query', null, 'free')).toContain('Applets with queries need Pro+.')
  expect(stepOf('query', null, 'intermediate_pro')).toContain('<a href="/subscribe/pro_plus">Get Pro+</a>')
  expect(stepOf('query', null, 'pro')).not.toContain('/subscribe/')
  expect(stepOf('trigger', null, 'free')).not.toContain('exclusive-note')
})

test("a step's page shows its purpose, fields and Applets", () => {
  const fields = [
    { label: 'Repository', hint: 'As owner/name.', required: true, filter_name: null },
    { label: 'Branch', hint: null, required: false, filter_name: null },
  ]
  const data = { service: service(), step: step(), fields, ingredients: [], applets: [card()] }
  const html = htmlOf(<StepPage {...at('/github/triggers/new_starred_repository')} data={data} />)
  expect(html).toContain('<h1>You star a repository</h1>')
  expect(html).toContain('Starts each time you star a repository.')
  expect(html).toContain('<dt>Repository</dt><dd class="quiet-text">As owner/name.</dd>')
  expect(html).toMatch(/<dt>Branch<span[^>]*> \(optional\)<\/span><\/dt><\/div>/)
  expect(html).toContain('>Applets with this trigger</h2>')
  expect(html).toContain('href="/applets/star-to-sheet"')
})

test("a trigger's page lists its ingredients for filter code", () => {
  const filter_name = 'GitHub.newStarredRepository.RepositoryName'
  const ingredients = [{ name: 'Repository', type: 'text' as const, example: 'looms/jacquard', filter_name }]
  const data = { service: service(), step: step(), fields: [], ingredients, applets: [] }
  const html = htmlOf(<StepPage {...at('/github/triggers/new_starred_repository')} data={data} />)
  expect(html).toContain('<h2 id="ingredients">Ingredients</h2>')
  expect(html).toContain('<th scope="row">Repository</th>')
  expect(html).toContain(`<code>${filter_name}</code>`)
  expect(html).toContain('looms/jacquard')
})

test("an action's page says how filter code sets a field", () => {
  const filter_name = 'GitHub.createIssue.setTitle(text)'
  const fields = [{ label: 'Title', hint: null, required: true, filter_name }]
  const data = { service: service(), step: step({ kind: 'action' }), fields, ingredients: [], applets: [] }
  const html = htmlOf(<StepPage {...at('/github/actions/create_issue')} data={data} />)
  expect(html).toContain(`In filter code: <code>${filter_name}</code>`)
  expect(html).not.toContain('Ingredients')
})

test('the list of services has a part for each category used', () => {
  const services = [service('github'), service('slack', { category: 'messages' })].map((each) => ({
    ...each,
    step_kinds: [],
  }))
  const html = htmlOf(<ServicesPage {...at('/services')} data={{ services }} />)
  const links = [...html.matchAll(/<a href="(#\w+)">([^<]+)<\/a>/g)].map(([, to, words]) => [to, words])
  expect(links).toEqual([
    ['#messages', 'Messages'],
    ['#developers', 'Developer tools'],
  ])
  expect(html).toMatch(/<h2 id="messages">Messages<\/h2><ul class="service-grid"><li><a[^>]* href="\/slack">/)
})

test('a search shows the steps that it found', () => {
  const found = { ...step(), service: service() }
  const data = { services: [service()], steps: [found], applets: [] }
  const html = htmlOf(<ExplorePage {...at('/explore', { q: 'star' })} data={data} />)
  expect(html).toContain('>1 service and 1 step<')
  expect(html).toContain('<a href="/github/triggers/new_starred_repository">')
  expect(html).toContain('Trigger of GitHub')
})

test('an unused step leads back to its service', () => {
  const data = { service: service(), step: step({ kind: 'action' }), fields: [], ingredients: [], applets: [] }
  const html = htmlOf(<StepPage {...at('/github/actions/create_issue')} data={data} />)
  expect(html).toContain('Nothing. It works as is.')
  expect(html).toMatch(/<a href="\/github"[^>]*>More from GitHub</)
})

const author = { login: 'mira-lind' }
const authorsPage = (next: string | null, query: Record<string, string> = {}) =>
  htmlOf(<AuthorPage {...at('/authors/mira-lind', query)} data={{ author, applets: [card()], next }} />)

test("an author's page names them and links their Applets", () => {
  const html = authorsPage(null)
  expect(html).toContain('<h1>mira-lind</h1>')
  expect(html).toMatch(/<a class="card[^"]*" href="\/applets\/star-to-sheet">/)
  expect(html).not.toContain('<nav')
})

test("an author's pages lead on and back to the first", () => {
  expect(authorsPage('9.4')).toMatch(/<a rel="next" href="\/authors\/mira-lind\?after=9\.4"[^>]*>More Applets</)
  expect(authorsPage('9.4', { after: 'x' })).not.toContain('Most popular')
  expect(authorsPage(null, { after: '9.4' })).toMatch(/<a href="\/authors\/mira-lind"[^>]*>Most popular</)
})

test('the page of a service links to its terms and names it', () => {
  const terms = { terms_url: 'https://acme.example/terms', credit: 'Data from Acme, CC BY 4.0' }
  const page = (more: object) =>
    htmlOf(
      <ServicePage {...at('/acme')} data={{ service: service('acme'), steps, applets: [], ...NO_TERMS, ...more }} />,
    )
  expect(page(terms)).toContain('<a href="https://acme.example/terms">Terms of Acme</a>')
  expect(page(terms)).toContain('Data from Acme, CC BY 4.0')
  expect(page({})).not.toContain('Terms of')
})
