import { readHome, readService, readStep } from '../browse/browse.ts'
import { listSitemaps, readSitemap } from '../browse/list-sitemaps.ts'
import { readAuthor } from '../browse/read-author.ts'
import { readRecommendedCards } from '../../db/applets/lists/public-pages.ts'
import { searchApplets } from '../browse/search-applets.ts'
import { aPlainApplet, anAppletFixture, type AppletFixture } from '../testing/stored-applet.fixture.ts'
import { runCron } from '../../operations/jobs/cron.ts'
import { completeIndex } from '../../db/search/complete-index.fixture.ts'
import { aUser } from '../../testing/rows.ts'

export const DOWN = { taken_down: true, reason: 'It sends spam.' } as const
export const BACK = { taken_down: false } as const
export const SPAM = { reason: 'spam', text: 'Look at it.' } as const

/** The users and services of `anAppletFixture`, and an operator who has just proved who they are. */
export async function aModerationFixture() {
  const fixture = await anAppletFixture({ settings: { OPERATORS: ['usr_operator'] } })
  const { base } = fixture
  const operator = await base.as(await aUser(fixture.db, { id: 'usr_operator', login: 'olga' }))
  return {
    ...fixture,
    operator,
    /** Runs the minute's trigger. */
    minute: () => runCron(base, '* * * * *'),
    /** A published Applet, which the search index knows. */
    aFern: async (given: Parameters<typeof aPlainApplet>[1] = {}) => {
      const applet = await aPlainApplet(fixture, { name: 'Fern', friendly_id: 'fern', ...given })
      await completeIndex(base)
      return applet
    },
  }
}
export type ModerationFixture = Awaited<ReturnType<typeof aModerationFixture>>

/** Where an Applet stands, of all places that list any. */
export async function listedAt({ base, author }: AppletFixture, { id }: { id: number }): Promise<string[]> {
  const has = (cards: { id: number }[]) => cards.some((card) => card.id === id)
  const { pages } = await listSitemaps(base)
  const sitemaps = await Promise.all(pages.map((page) => readSitemap(base, page)))
  const paths = sitemaps.flatMap(({ entries }) => entries.map(({ path }) => path))
  const step = { module_name: 'notifications', kind: 'action', slug: 'send' } as const
  const places: Record<string, boolean> = {
    home: has((await readHome(base)).applets),
    explore: has((await searchApplets(base, '')).applets),
    search: has((await searchApplets(base, 'fern')).applets),
    service: has((await readService(base, 'notifications')).applets),
    step: has((await readStep(base, step)).applets),
    recommended: has(await readRecommendedCards(base, { module_names: ['notifications'], count: 8 })),
    sitemap: paths.some((path) => path.includes('fern')),
    author_in_sitemap: paths.includes(`/authors/${author.login}`),
    author: await readAuthor(base, author.login).then(
      (page) => has(page.applets),
      () => false,
    ),
  }
  return Object.keys(places).filter((place) => places[place])
}
export const EVERYWHERE = 'home explore search service step recommended sitemap author_in_sitemap author'.split(' ')
