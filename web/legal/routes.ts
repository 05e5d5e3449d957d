import type { Route } from '../edge/route.ts'

export const legalRoutes: readonly Route[] = [
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
]
