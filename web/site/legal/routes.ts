import type { Route } from '../../edge/routing/page-route.ts'

export const legalRoutes = [
  {
    pattern: '/terms',
    page: 'site/legal/terms-page',
    access: 'public',
    load: async () => ({
      kind: 'page',
      data: null,
      title: 'Terms of use',
      description:
        'The terms for your account and your Applets, and how paid plans renew, are canceled and are refunded.',
    }),
  },
  {
    pattern: '/privacy',
    page: 'site/legal/privacy-page',
    access: 'public',
    load: async () => ({
      kind: 'page',
      data: null,
      title: 'Privacy',
      description:
        'What is stored about you, why and for how long, who else receives it, and which cookies the site sets.',
    }),
  },
] as const satisfies readonly Route[]
