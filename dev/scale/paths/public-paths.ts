import { RARE_SERVICE, RARE_WORD, WORD_OF_HALF } from '../fill/filled-users.ts'
import { budget, call, type Path } from './path.ts'

const AUTHOR = 'person1'

/** What visitors see and search engines read. */
export const publicPaths: Path[] = [
  call('GET /api/csrf_token', 'visitor', budget(0, 0, 0)),
  // Each Worker asks D1 once.
  call('GET /api/health', 'visitor', budget(2, 2, 0)),
  call('GET /api/settings', 'visitor', budget(0, 0, 0)),
  call('POST /api/errors', 'visitor', budget(0, 0, 0), {
    body: { message: 'x is not a function', stack: null, page: 'home/home-page', release: 'b111d', request_id: null },
    status: 204,
  }),
  call('GET /api/home', 'visitor', budget(1, 3, 250)),
  call('GET /api/explore', 'visitor', budget(1, 3, 770)),
  call('GET /api/explore', 'visitor', budget(2, 7, 1700), {
    of: 'a word of half of all',
    to: `/api/explore?q=${WORD_OF_HALF}`,
  }),
  call('GET /api/explore', 'visitor', budget(2, 7, 110), { of: 'a rare word', to: `/api/explore?q=${RARE_WORD}` }),
  call('GET /api/explore', 'visitor', budget(2, 7, 11), {
    of: 'both words',
    to: `/api/explore?q=${WORD_OF_HALF}+${RARE_WORD}`,
  }),
  call('GET /api/explore', 'visitor', budget(2, 7, 1600), { of: 'a service', to: '/api/explore?q=octoforge' }),
  call('GET /api/explore', 'visitor', budget(2, 7, 11), { of: 'an unknown word', to: '/api/explore?q=xylophonist' }),
  call('GET /api/authors/:login', 'visitor', budget(1, 2, 330), { to: `/api/authors/${AUTHOR}` }),
  call('GET /api/authors/:login', 'visitor', budget(1, 2, 420), {
    of: 'next page',
    to: `/api/authors/${AUTHOR}?after=1.1100`,
  }),
  call('GET /api/sitemaps', 'visitor', budget(1, 3, 670)),
  call('GET /api/sitemaps/:kind/:page', 'visitor', budget(1, 1, 3400), {
    of: 'Applets',
    to: '/api/sitemaps/applets/0',
  }),
  call('GET /api/sitemaps/:kind/:page', 'visitor', budget(1, 1, 400), { of: 'steps', to: '/api/sitemaps/steps/0' }),
  call('GET /api/sitemaps/:kind/:page', 'visitor', budget(1, 1, 40), {
    of: 'services',
    to: '/api/sitemaps/services/0',
  }),
  call('GET /api/services', 'visitor', budget(1, 1, 300)),
  call('GET /api/services/:module_name', 'visitor', budget(1, 4, 1500), {
    of: 'a common service',
    to: '/api/services/octoforge',
  }),
  call('GET /api/services/:module_name', 'visitor', budget(1, 4, 220), {
    of: 'a rare service',
    to: `/api/services/${RARE_SERVICE}`,
  }),
  call('GET /api/services/:module_name/viewer', 'much', budget(1, 4, 5200), { to: '/api/services/octoforge/viewer' }),
  call('GET /api/services/:module_name/viewer', 'little', budget(1, 4, 230), { to: '/api/services/octoforge/viewer' }),
  call('GET /api/services/:module_name/triggers/:slug', 'visitor', budget(1, 6, 790), {
    of: 'common',
    to: '/api/services/octoforge/triggers/new_star',
  }),
  call('GET /api/services/:module_name/triggers/:slug', 'visitor', budget(1, 6, 210), {
    of: 'rare',
    to: `/api/services/${RARE_SERVICE}/triggers/new_track`,
  }),
  call('GET /api/services/:module_name/queries/:slug', 'visitor', budget(1, 6, 34), {
    to: '/api/services/octoforge/queries/open_issues',
  }),
  call('GET /api/services/:module_name/actions/:slug', 'visitor', budget(1, 6, 800), {
    to: '/api/services/parley/actions/send_message',
  }),
  call('GET /api/plans', 'visitor', budget(2, 2, 21)),
  call('GET /api/plans/viewer', 'much', budget(1, 1, 6)),
  call('GET /api/subscription_modal', 'much', budget(2, 2, 13)),
]
