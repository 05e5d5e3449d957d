import { ADD_SERVICE_PATH } from '../../../worker/contract/services/service-file.ts'
import { unwrap } from '../../edge/api/api-fetch.ts'
import type { Route } from '../../edge/routing/page-route.ts'

/** Where operators add a service (the setting OPERATORS); for everybody else there is no such page. */
export const addServiceRoute = {
  pattern: ADD_SERVICE_PATH,
  page: 'connections/services/add-service-page',
  access: 'private',
  load: async ({ mine, timeZone }) => {
    const { services } = await unwrap(mine.api.operator.services.$get())
    return { kind: 'page', data: { services, timeZone }, title: 'Add a service' }
  },
} as const satisfies Route
