import type { Route } from '../edge/routing/page-route.ts'

export const legalRoutes = [
  {
    pattern: '/terms',
    page: 'legal/terms-page',
    access: 'public',
    load: async () => ({ kind: 'page', data: null, title: 'Terms of use' }),
  },
  {
    pattern: '/privacy',
    page: 'legal/privacy-page',
    access: 'public',
    load: async () => ({ kind: 'page', data: null, title: 'Privacy' }),
  },
] as const satisfies readonly Route[]
