import { Hono } from 'hono/tiny'
import { authorQuery, exploreQuery, sitemapParam } from '../../contract/applets/browse-input.ts'
import type { HonoEnv } from '../../system/context/hono-env.ts'
import { validate } from '../../system/http/validate.ts'
import { listServices, readHome, readService, readStep } from './browse.ts'
import { listSitemaps, readSitemap } from './list-sitemaps.ts'
import { readAuthor } from './read-author.ts'
import { searchApplets } from './search-applets.ts'
import { readServiceViewer } from '../../connections/service-page/read-service-viewer.ts'

/**
 * Public pages: Home, search, authors, services and their steps; their sitemaps; and the viewer's part of a service's
 * page.
 */
export const browseRoutes = new Hono<HonoEnv>()
  .get('/home', async (c) => c.json(await readHome(c.get('ctx'))))
  .get('/explore', validate('query', exploreQuery), async (c) =>
    c.json(await searchApplets(c.get('ctx'), c.req.valid('query').q)),
  )
  .get('/authors/:login', validate('query', authorQuery), async (c) =>
    c.json(await readAuthor(c.get('ctx'), c.req.param('login'), c.req.valid('query').after)),
  )
  .get('/sitemaps', async (c) => c.json(await listSitemaps(c.get('ctx'))))
  .get('/sitemaps/:kind/:page', validate('param', sitemapParam), async (c) =>
    c.json(await readSitemap(c.get('ctx'), c.req.valid('param'))),
  )
  .get('/services', async (c) => c.json(await listServices(c.get('ctx'))))
  .get('/services/:module_name', async (c) => c.json(await readService(c.get('ctx'), c.req.param('module_name'))))
  .get('/services/:module_name/viewer', async (c) =>
    c.json(await readServiceViewer(c.get('ctx'), c.req.param('module_name'))),
  )
  .get('/services/:module_name/triggers/:slug', async (c) =>
    c.json(await readStep(c.get('ctx'), { ...c.req.param(), kind: 'trigger' })),
  )
  .get('/services/:module_name/queries/:slug', async (c) =>
    c.json(await readStep(c.get('ctx'), { ...c.req.param(), kind: 'query' })),
  )
  .get('/services/:module_name/actions/:slug', async (c) =>
    c.json(await readStep(c.get('ctx'), { ...c.req.param(), kind: 'action' })),
  )
