import socialImages from 'virtual:social-images'
import type { SiteSettings } from '../../../worker/contract/site.ts'
import type { HeadTag } from '../../site/page-state.ts'
import { breadcrumbList, type Crumb, type DescribedPage, type Thing } from './structured-data.ts'

/** A page's facts for search engines and for those who preview links to it, besides its title and description. */
export type PageHead = {
  /** Services in the order of preference: the first that has an image for shared links gives the page its own. */
  services?: readonly string[]
  breadcrumbs?: readonly Crumb[]
  about?: (page: DescribedPage) => Thing
  /** Kept out of search engines, such as a draft. */
  unlisted?: boolean
  /** Put on a home screen by its own address: the manifest would open the site's first page instead. */
  ownShortcut?: boolean
}

type Given = {
  /** null: a page for its viewer only, or an error. */
  head: PageHead | null
  title: string
  description: string
  path: string
  site: SiteSettings
}

/** The paper of web/ui/styles/tokens.css in each scheme. */
const PAPER = { light: '#ffffff', dark: '#101214' }
const SOCIAL_SIZE = { width: '1200', height: '630' }

/** The tags of a page's head, and its structured data where it has any. */
export function headOf(given: Given): { tags: HeadTag[]; structured?: unknown } {
  const { head, description, site } = given
  const tags: HeadTag[] = [
    meta('viewport', 'width=device-width, initial-scale=1'),
    meta('color-scheme', 'light dark'),
    ...(['light', 'dark'] as const).map((scheme) => {
      return { ...meta('theme-color', PAPER[scheme]), media: `(prefers-color-scheme: ${scheme})` }
    }),
    { tag: 'link', rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
    ...(head?.ownShortcut ? [] : [{ tag: 'link' as const, rel: 'manifest', href: '/manifest.webmanifest' }]),
    { tag: 'link', rel: 'apple-touch-icon', href: '/icons/app/apple-touch-180.png' },
    ...(site.script_hosts ? [meta('script-hosts', site.script_hosts.join(' '))] : []),
    ...(description ? [meta('description', description)] : []),
  ]
  if (!head || head.unlisted) return { tags: [...tags, meta('robots', 'noindex')] }
  const page = describe(head, given)
  const things = [
    ...(head.about ? [head.about(page)] : []),
    ...(head.breadcrumbs ? [breadcrumbList(head.breadcrumbs, page)] : []),
  ]
  return {
    tags: [...tags, { tag: 'link', rel: 'canonical', href: page.url }, ...previewTags(given, page)],
    ...(things.length > 0 && { structured: { '@context': 'https://schema.org', '@graph': things } }),
  }
}

function describe({ services = [] }: PageHead, { path, site }: Given): DescribedPage {
  const { site_origin: origin, product_name: product } = site
  const image = services.find((name) => socialImages.has(name)) ?? 'site'
  return { url: `${origin}${path}`, origin, image: `${origin}/social/${image}.png`, product }
}

/** Open Graph, which others read too. Twitter's own tags only where Open Graph has none. */
function previewTags({ title, description }: Given, { url, image, product }: DescribedPage): HeadTag[] {
  return [
    property('og:type', 'website'),
    property('og:site_name', product),
    property('og:title', title),
    ...(description ? [property('og:description', description)] : []),
    property('og:url', url),
    property('og:image', image),
    property('og:image:width', SOCIAL_SIZE.width),
    property('og:image:height', SOCIAL_SIZE.height),
    meta('twitter:card', 'summary_large_image'),
  ]
}

function meta(name: string, content: string): HeadTag {
  return { tag: 'meta', name, content }
}

function property(name: string, content: string): HeadTag {
  return { tag: 'meta', property: name, content }
}
