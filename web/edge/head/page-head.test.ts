import { expect, test } from 'vitest'
import type { HeadTag } from '../../site/page-state.ts'
import { SITE } from '../../testing/site.fixture.ts'
import { headOf, type PageHead } from './page-head.ts'
import { aboutSite } from './structured-data.ts'

function head(given: PageHead | null, description = 'Rings a bell.') {
  return headOf({ head: given, title: 'Door bell', description, path: '/applets/door-bell', site: SITE })
}
const contentOf = (tags: HeadTag[], name: string) =>
  tags.flatMap((each) => (each.tag === 'meta' && [each.name, each.property].includes(name) ? [each.content] : []))
const hrefOf = (tags: HeadTag[], rel: string) =>
  tags.flatMap((each) => (each.tag === 'link' && each.rel === rel ? [each.href] : []))

test('a public page has a canonical address and a preview', () => {
  const { tags } = head({ services: ['todoist'] })
  expect(hrefOf(tags, 'canonical')).toEqual(['https://site.test/applets/door-bell'])
  for (const [name, content] of [
    ['og:type', 'website'],
    ['og:site_name', 'Switchyard'],
    ['og:title', 'Door bell'],
    ['og:description', 'Rings a bell.'],
    ['og:url', 'https://site.test/applets/door-bell'],
    ['og:image', 'https://site.test/social/todoist.png'],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
    ['twitter:card', 'summary_large_image'],
    ['description', 'Rings a bell.'],
  ] as const)
    expect(contentOf(tags, name), name).toEqual([content])
  expect(contentOf(tags, 'robots')).toEqual([])
})

test('a service without an image shows the next one, or the site', () => {
  const imageOf = (services: string[]) => contentOf(head({ services }).tags, 'og:image')
  expect(imageOf(['unknown', 'github'])).toEqual(['https://site.test/social/github.png'])
  expect(imageOf(['unknown'])).toEqual(['https://site.test/social/site.png'])
})

test.each([null, { unlisted: true, about: aboutSite }])(
  'a private page or a draft stays out of search: %j',
  (given) => {
    const { tags, structured } = head(given)
    expect(contentOf(tags, 'robots')).toEqual(['noindex'])
    expect(hrefOf(tags, 'canonical')).toEqual([])
    expect(contentOf(tags, 'og:title')).toEqual([])
    expect(structured).toBeUndefined()
  },
)

test('every page names the manifest, icons and both theme colors', () => {
  const { tags } = head(null)
  expect(hrefOf(tags, 'manifest')).toEqual(['/manifest.webmanifest'])
  expect(hrefOf(tags, 'apple-touch-icon')).toEqual(['/icons/app/apple-touch-180.png'])
  expect(tags.filter((each) => each.tag === 'meta' && each.name === 'theme-color')).toMatchObject([
    { content: '#ffffff', media: '(prefers-color-scheme: light)' },
    { content: '#101214', media: '(prefers-color-scheme: dark)' },
  ])
})

test('leaves out a description that is empty', () => {
  const { tags } = head({}, '')
  expect([...contentOf(tags, 'description'), ...contentOf(tags, 'og:description')]).toEqual([])
})

test('a page below others says the way to it', () => {
  const breadcrumbs = [
    { name: 'Explore', path: '/explore' },
    { name: 'Todoist', path: '/todoist' },
  ]
  expect(head({ breadcrumbs }).structured).toEqual({
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: 'Explore', item: 'https://site.test/explore' },
          { '@type': 'ListItem', position: 2, name: 'Todoist', item: 'https://site.test/todoist' },
        ],
      },
    ],
  })
})

test('the front page says how to search the site', () => {
  expect(JSON.stringify(head({ about: aboutSite }).structured)).toContain(
    '"urlTemplate":"https://site.test/explore?q={search_term_string}"',
  )
})
