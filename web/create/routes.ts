import { CREATE_PATH } from '../../worker/contract/addresses.ts'
import type { Route } from '../edge/routing/page-route.ts'
import { loadDraftPage, loadNewDraftPage } from './load-create-page.ts'

/** Where an Applet is made: new, and a draft that is stored. */
export const createRoutes = [
  { pattern: CREATE_PATH, page: 'create/create-page', access: 'private', takesCards: true, load: loadNewDraftPage },
  {
    pattern: `${CREATE_PATH}/:draft([1-9][0-9]*)`,
    page: 'create/create-page',
    access: 'private',
    takesCards: true,
    load: loadDraftPage,
  },
] as const satisfies readonly Route[]
