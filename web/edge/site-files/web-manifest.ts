import type { SiteSettings } from '../../../worker/contract/site.ts'

/** The web app manifest. Its scope is the service worker's: the whole site. */
export function webManifest({ product_name }: Pick<SiteSettings, 'product_name'>) {
  return {
    id: '/',
    name: product_name,
    short_name: product_name,
    description: 'Applets connect the online services you use.',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    lang: 'en',
    background_color: '#ffffff',
    theme_color: '#ffffff',
    categories: ['productivity', 'utilities'],
    icons: [
      { src: '/icons/app/192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icons/app/512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icons/app/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  }
}
