import { unwrap } from './edge/api-client.ts'
import type { Route } from './edge/route.ts'

/** Every address that is a page (design §3.1). The first pattern that matches wins, so /{module_name} stands last. */
export const routes: readonly Route[] = [
  {
    pattern: '/',
    page: 'home/home-page',
    access: 'public',
    load: async ({ api }) => {
      const settings = await unwrap(api.api.settings.$get())
      return { kind: 'page', data: { services: [], applets: [] }, title: settings.product_name }
    },
  },
]
